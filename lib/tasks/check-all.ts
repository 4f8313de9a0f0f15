import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { type Check, type CheckResult, runCheck } from "./check.ts";
import { checks } from "./checks.ts";
import { addCounts, formatCounts } from "./counts.ts";
import { runSideBySide } from "./side-by-side.ts";

/** Arguments choose checks by name; without arguments all run. `--fast` skips test files that take seconds each. */
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { fast: { type: "boolean", default: false } },
});
const names = checks.map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`No check is called ${unknown.join(", ")}: ${names.join(", ")}`);

const results: CheckResult[] = [];
const chosen = checks.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
await runSideBySide(chosen, availableParallelism() + 1, tell);

const total = addCounts(results);
// The last line always has the same form.
if (total.skipped > 0)
  console.log(
    `\n${total.skipped} skipped: what they need is not on this machine, or they take minutes (npm run soak).`,
  );
console.log(`\n${formatCounts({ ...total, skipped: 0, unsteady: 0 })}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function tell(check: Check): Promise<void> {
  const result = await runCheck(check, values.fast);
  results.push(result);
  // What failed at first is told, too: it may be a fault that only a busy machine shows.
  if (result.failed > 0 || result.unsteady) console.log(`\n${result.output.trimEnd()}\n`);
  console.log(line(result));
}

function line({ name, seconds, ...counts }: CheckResult): string {
  return `${counts.failed === 0 ? "✓" : "✗"} ${name}: ${formatCounts(counts)} (${seconds.toFixed(1)} s)`;
}
