import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Counts } from "./counts.ts";
import { run } from "./run.mjs";

/** One thing that `npm test` looks at. */
export interface Check {
  readonly name: string;
  /** Programs with their arguments, run in turn until one fails. */
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
  /** The JSON file that the last command writes, and how to count it. Without one the check counts as one. */
  readonly report?: { readonly file: string; readonly counts: (report: unknown) => Counts };
}

export interface CheckResult extends Counts {
  readonly name: string;
  readonly seconds: number;
  /** All that the commands printed. */
  readonly output: string;
}

/** Runs a check to its end. A check that fails without a failed test, or runs no test at all, counts as one failure. */
export async function runCheck({ name, commands, report }: Check): Promise<CheckResult> {
  const start = performance.now();
  if (report) clear(report.file);
  let output = "";
  let code = 0;
  for (const [program, ...args] of commands) {
    code = await run(program, args, {}, (text) => {
      output += text;
    });
    if (code !== 0) break;
  }
  const counts = countsOf(report, code);
  return { name, ...counts, seconds: (performance.now() - start) / 1000, output };
}

function countsOf(report: Check["report"], code: number): Counts {
  const one = code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (!report) return one;
  if (!existsSync(report.file)) return { passed: 0, failed: 1 };
  const { passed, failed } = report.counts(JSON.parse(readFileSync(report.file, "utf8")));
  const unaccounted = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: unaccounted ? 1 : failed };
}

/** A report left by an earlier run must not stand for this one. */
function clear(file: string): void {
  rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
}
