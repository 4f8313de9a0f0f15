import { z } from "zod";

/** How many tests of a run passed, failed, and could not run here. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** How many of the passed ones had failed at first, and passed when they were run again. */
  readonly unsteady?: number;
}

export function addCounts(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    unsteady: all.reduce((sum, { unsteady = 0 }) => sum + unsteady, 0),
  };
}

/** `12 passed, 0 failed`, and how many were skipped, and passed only when they were run again, if any. */
export function formatCounts({ passed, failed, skipped, unsteady = 0 }: Counts): string {
  const [left, again] = [
    skipped > 0 ? `, ${skipped} skipped` : "",
    unsteady > 0 ? `, ${unsteady} passed only at a second try` : "",
  ];
  return `${passed} passed, ${failed} failed${left}${again}`;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** The counts in Vitest's JSON report. A file that fails before its first test counts as one failure. */
export function vitestCounts(report: string): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = vitestReport.parse(JSON.parse(report));
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests };
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});

/** The counts in Playwright's JSON report. Errors outside any test (a server that did not start) count as failures. */
export function playwrightCounts(report: string): Counts {
  const { stats, errors } = playwrightReport.parse(JSON.parse(report));
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected + flaky, failed: unexpected + errors.length, skipped, unsteady: flaky };
}

/** The counts in a program's last line `N passed, N failed`. Any other ending is one failure. */
export function lastLineCounts(output: string): Counts {
  const [, passed = 0, failed = 1] = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return { passed: Number(passed), failed: Number(failed), skipped: 0 };
}
