import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Counts } from "./counts.ts";
import { run } from "./run.mjs";
import type { Job } from "./side-by-side.ts";

/** One check of `npm test`. */
export interface Check extends Job {
  /** Commands, run in order until one fails. */
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
  /** Further arguments for the last command in a fast run. */
  readonly fast?: readonly string[];
  /** How to count tests, from a file that the last command writes or from the output. Without it the check counts as one. */
  readonly report?: { readonly file?: string; readonly counts: (text: string) => Counts };
}

/**
 * Tests fill new memory all the time, and where a machine is a virtual one the first touch of each 4 KB of it can take 20 µs: a third of
 * the processor time of tests that start Pythons. glibc then asks the system for pages of 2 MB; other C libraries ignore it.
 */
const environment = { ...process.env, GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" };

export interface CheckResult extends Counts {
  readonly name: string;
  readonly seconds: number;
  /** Everything that the commands printed. */
  readonly output: string;
}

/**
 * Runs a check to its end. A check that fails without a failed test, or that runs no test at all, counts as one failure.
 * @param isFast whether to skip what can wait
 */
export async function runCheck({ name, commands, fast = [], report }: Check, isFast = false): Promise<CheckResult> {
  const start = performance.now();
  if (report?.file) clear(report.file);
  let output = "";
  let code = 0;
  for (const [index, [program, ...args]] of commands.entries()) {
    const isLast = index === commands.length - 1;
    code = await run(program, isFast && isLast ? [...args, ...fast] : args, { env: environment }, (text) => {
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
  const counted = counts(file ? readFileSync(file, "utf8") : output);
  const isUnaccounted = counted.failed === 0 && (code !== 0 || counted.passed === 0);
  return isUnaccounted ? { ...counted, failed: 1 } : counted;
}

/** Removes an earlier run's report, so that it cannot be taken for this run's. */
function clear(file: string): void {
  rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
}
