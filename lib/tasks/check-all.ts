import { parseArgs } from "node:util";
import { type CheckResult, runCheck } from "./check.ts";
import { checks } from "./checks.ts";
import { addCounts, formatCounts } from "./counts.ts";

/** Arguments choose checks by name; none means all. */
const { positionals: wanted } = parseArgs({ allowPositionals: true });
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0)
  throw new Error(`No check is called ${unknown.join(", ")}: ${checks.map(({ name }) => name).join(", ")}`);

const results: CheckResult[] = [];
for (const check of checks) {
  if (wanted.length > 0 && !wanted.includes(check.name)) continue;
  const result = await runCheck(check);
  results.push(result);
  if (result.failed > 0) console.log(`\n${result.output.trimEnd()}\n`);
  console.log(line(result));
}

const total = addCounts(results);
// The last line has one form, whatever there is to tell besides.
if (total.skipped > 0)
  console.log(
    `\n${total.skipped} skipped: what they need is not on this machine, or they take minutes (npm run soak).`,
  );
console.log(`\n${formatCounts({ ...total, skipped: 0 })}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

function line({ name, seconds, ...counts }: CheckResult): string {
  return `${counts.failed === 0 ? "✓" : "✗"} ${name}: ${formatCounts(counts)} (${seconds.toFixed(1)} s)`;
}
