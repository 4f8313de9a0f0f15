import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCheck } from "./check.ts";
import { plainCounts } from "./counts.ts";

const folder = mkdtempSync(join(tmpdir(), "check-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, "reports", "counts.json");
const report = { file, counts: plainCounts };

function node(script: string): readonly [string, ...string[]] {
  return [process.execPath, "--eval", script];
}

function reporting(counts: object, exitCode = 0): readonly [string, ...string[]] {
  return node(`fs.writeFileSync(${JSON.stringify(file)}, '${JSON.stringify(counts)}'); process.exit(${exitCode})`);
}

test("without a report a check counts as one, and the first command that fails ends it", async () => {
  const commands = [
    node("console.log('one')"),
    node("console.error('two'); process.exit(3)"),
    node("console.log('three')"),
  ];
  expect(await runCheck({ name: "a", commands })).toMatchObject({
    name: "a",
    passed: 0,
    failed: 1,
    output: "one\ntwo\n",
  });
  expect(await runCheck({ name: "b", commands: [node("")] })).toMatchObject({ passed: 1, failed: 0, output: "" });
});

test("with a report its counts stand", async () => {
  const check = { name: "a", report, commands: [reporting({ passed: 4, failed: 2 }, 1)] };
  expect(await runCheck(check)).toMatchObject({ passed: 4, failed: 2 });
});

test("a run without a test, or one that fails beside its tests, is a failure", async () => {
  expect(await runCheck({ name: "a", report, commands: [reporting({ passed: 0, failed: 0 })] })).toMatchObject({
    failed: 1,
  });
  expect(await runCheck({ name: "a", report, commands: [reporting({ passed: 4, failed: 0 }, 1)] })).toMatchObject({
    passed: 4,
    failed: 1,
  });
});

test("an earlier run's report does not stand for one that wrote none", async () => {
  writeFileSync(file, JSON.stringify({ passed: 9, failed: 0 }));
  expect(await runCheck({ name: "a", report, commands: [node("")] })).toMatchObject({ passed: 0, failed: 1 });
  expect(existsSync(file)).toBe(false);
});
