import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCheck } from "./check.ts";
import { lastLineCounts } from "./counts.ts";

const folder = mkdtempSync(join(tmpdir(), "check-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, "reports", "counts.txt");
const report = { file, counts: lastLineCounts };

function node(script: string): readonly [string, ...string[]] {
  return [process.execPath, "--eval", script];
}

function reporting(passed: number, failed: number, exitCode = 0): readonly [string, ...string[]] {
  return node(
    `fs.writeFileSync(${JSON.stringify(file)}, '${passed} passed, ${failed} failed'); process.exit(${exitCode})`,
  );
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
  const check = { name: "a", report, commands: [reporting(4, 2, 1)] };
  expect(await runCheck(check)).toMatchObject({ passed: 4, failed: 2 });
});

test("a run without a test, or one that fails beside its tests, is a failure", async () => {
  expect(await runCheck({ name: "a", report, commands: [reporting(0, 0)] })).toMatchObject({
    failed: 1,
  });
  expect(await runCheck({ name: "a", report, commands: [reporting(4, 0, 1)] })).toMatchObject({
    passed: 4,
    failed: 1,
  });
});

test("an earlier run's report does not stand for one that wrote none", async () => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "9 passed, 0 failed");
  expect(await runCheck({ name: "a", report, commands: [node("")] })).toMatchObject({ passed: 0, failed: 1 });
  expect(existsSync(file)).toBe(false);
});

test("the report may be the output itself", async () => {
  const check = {
    name: "a",
    report: { counts: lastLineCounts },
    commands: [node("console.log('7 passed, 0 failed')")],
  };
  expect(await runCheck(check)).toMatchObject({ passed: 7, failed: 0 });
});

test("where the rest can wait, the last command is told so, and no other", async () => {
  const commands = [node("console.log(process.argv.length)"), node("console.log(process.argv.slice(1).join())")];
  const check = { name: "a", commands, fast: ["--", "few"] };
  expect(await runCheck(check, true)).toMatchObject({ output: "1\nfew\n" });
  expect(await runCheck(check)).toMatchObject({ output: "1\n\n" });
});
