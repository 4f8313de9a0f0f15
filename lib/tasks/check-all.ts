import { parseArgs } from "node:util";
import { type Check, type CheckResult, runCheck } from "./check.ts";
import { checks } from "./checks.ts";
import { addCounts, formatCounts } from "./counts.ts";

/** Arguments choose checks by name; without arguments all run. `--fast` skips test files that take seconds each. */
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { fast: { type: "boolean", default: false } },
});
const names = checks.flat(2).map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`No check is called ${unknown.join(", ")}: ${names.join(", ")}`);

const results: CheckResult[] = [];
for (const row of checks) {
  await Promise.all(row.map(runLane));
}

const total = addCounts(results);
// The last line always has the same form.
if (total.skipped > 0)
  console.log(
    `\n${total.skipped} skipped: what they need is not on this machine, or they take minutes (npm run soak).`,
  );
console.log(`\n${formatCounts({ ...total, skipped: 0 })}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function runLane(lane: readonly Check[]): Promise<void> {
  for (const check of lane) if (wanted.length === 0 || wanted.includes(check.name)) await tell(check);
}

async function tell(check: Check): Promise<void> {
  const result = await runCheck(check, values.fast);
  results.push(result);
  if (result.failed > 0) console.log(`\n${result.output.trimEnd()}\n`);
  console.log(line(result));
}

function line({ name, seconds, ...counts }: CheckResult): string {
  return `${counts.failed === 0 ? "✓" : "✗"} ${name}: ${formatCounts(counts)} (${seconds.toFixed(1)} s)`;
}
