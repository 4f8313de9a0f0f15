import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Counts } from "./counts.ts";
import { run } from "./run.mjs";

/** One thing that `npm test` looks at. */
export interface Check {
  readonly name: string;
  /** Programs with their arguments, run in turn until one fails. */
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
  /** What the last command is told besides where the rest can wait. */
  readonly fast?: readonly string[];
  /** How to count what ran, from a file that the last command writes or from what was printed. Without it the check counts as one. */
  readonly report?: { readonly file?: string; readonly counts: (text: string) => Counts };
}

export interface CheckResult extends Counts {
  readonly name: string;
  readonly seconds: number;
  /** Everything the commands printed. */
  readonly output: string;
}

/**
 * Runs a check to its end. A check that fails without a failed test, or runs no test at all, counts as one failure.
 * @param isFast whether it leaves out what can wait
 */
export async function runCheck({ name, commands, fast = [], report }: Check, isFast = false): Promise<CheckResult> {
  const start = performance.now();
  if (report?.file) clear(report.file);
  let output = "";
  let code = 0;
  for (const [index, [program, ...args]] of commands.entries()) {
    const isLast = index === commands.length - 1;
    code = await run(program, isFast && isLast ? [...args, ...fast] : args, {}, (text) => {
      output += text;
    });
    if (code !== 0) break;
  }
  const counts = report
    ? countReport(report, output, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  return { name, ...counts, seconds: (performance.now() - start) / 1000, output };
}

function countReport({ file, counts }: NonNullable<Check["report"]>, output: string, code: number): Counts {
  if (file && !existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const { passed, failed, skipped } = counts(file ? readFileSync(file, "utf8") : output);
  const isUnaccounted = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: isUnaccounted ? 1 : failed, skipped };
}

/** A report left by an earlier run must not stand for this one. */
function clear(file: string): void {
  rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
}
