import { expect, test } from "vitest";
import { addCounts, formatCounts, lastLineCounts, playwrightCounts, vitestCounts } from "./counts.ts";

test("sums up", () => {
  expect(
    addCounts([
      { passed: 2, failed: 0, skipped: 4 },
      { passed: 1, failed: 3, skipped: 1 },
    ]),
  ).toEqual({ passed: 3, failed: 3, skipped: 5, unsteady: 0 });
  expect(addCounts([])).toEqual({ passed: 0, failed: 0, skipped: 0, unsteady: 0 });
});

test("says what was skipped or unsteady only where something was", () => {
  expect(formatCounts({ passed: 3, failed: 1, skipped: 0 })).toBe("3 passed, 1 failed");
  expect(formatCounts({ passed: 3, failed: 0, skipped: 2 })).toBe("3 passed, 0 failed, 2 skipped");
  expect(formatCounts({ passed: 3, failed: 0, skipped: 0, unsteady: 1 })).toBe(
    "3 passed, 0 failed, 1 passed only at a second try",
  );
});

test("Vitest: a file that does not even load is a failure", () => {
  const loaded = { status: "passed", assertionResults: [{}] };
  const broken = { status: "failed", assertionResults: [] };
  const report = JSON.stringify({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 3,
    testResults: [loaded, broken],
  });
  expect(vitestCounts(report)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
  });
});

test("Playwright: flaky tests passed in the end, errors outside tests are failures", () => {
  const stats = { expected: 7, unexpected: 1, flaky: 2, skipped: 1 };
  const report = JSON.stringify({ stats, errors: [{ message: "the server did not start" }] });
  expect(playwrightCounts(report)).toEqual({
    passed: 9,
    failed: 2,
    skipped: 1,
    unsteady: 2,
  });
});

test("a report of another shape is refused", () => {
  expect(() => vitestCounts('{ "passed": 1 }')).toThrow();
});

test("a last line says it all", () => {
  expect(lastLineCounts("1 passed, 0 failed\nand then it crashed")).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(lastLineCounts("✗ keen-1: why\n12 passed, 3 failed\n")).toEqual({ passed: 12, failed: 3, skipped: 0 });
});
