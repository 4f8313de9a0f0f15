import { parseArgs } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FailureError } from "#lib/failure.ts";
import { complain, harmlessJson, harmlessLine, harmlessText, runCommand, UsageError } from "./console.ts";
import { readFolder } from "./read-folder.ts";

let said: string[] = [];
beforeEach(() => {
  said = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text).replace(/\n$/, "")) > 0);
});
afterEach(() => {
  process.exitCode = 0;
});

test.each([
  ["a folder that is not there", () => readFolder("/gone/a"), "/gone/a is not there."],
  ["a file in place of a folder", () => readFolder(import.meta.filename), /console\.test\.ts is not a folder\.$/],
  [
    "an option that there is not",
    () => parseArgs({ args: ["--bogus"], options: {} }),
    "Unknown option '--bogus': --help tells what there is.",
  ],
  [
    "a name that the lab refuses",
    () => {
      throw new FailureError({ code: "name-refused", path: "a\u001b[2J\nb", reason: "it holds a control character" });
    },
    "The source contains “a [2J b”, a name that the lab does not accept: it holds a control character.",
  ],
  [
    "words of others",
    () => {
      throw new UsageError("No \u001b[2J\n0 errors\u202e.");
    },
    "No \\u{1b}[2J\\u{a}0 errors\\u{202e}.",
  ],
  [
    "a fault of ours",
    () => {
      throw new TypeError("x is not a function");
    },
    "This command ended in a fault of its own: x is not a function.",
  ],
])("%s is told in one sentence, and ends the command with 2", async (_, act, sentence) => {
  await runCommand(() => {
    act();
    return 0;
  });
  expect(said).toEqual([typeof sentence === "string" ? sentence : expect.stringMatching(sentence)]);
  expect(process.exitCode).toBe(2);
});

test("a command that has come to its end ends with what it says", async () => {
  await runCommand(() => 1);
  expect(process.exitCode).toBe(1);
  expect(said).toEqual([]);
});

test("no name writes a line of its own, steers the terminal or turns the text around it", () => {
  const hostile = "\u001b[31m\u009b2J\r\n0 errors\u202e";
  complain(hostile);
  said.push(harmlessLine(`  ${hostile}`));
  said.push(
    ...harmlessText(`one\ntwo ${hostile.replace("\n", "")}\n`)
      .trimEnd()
      .split("\n"),
  );
  for (const line of said) expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(said).toHaveLength(4);
  expect(said[1]).toMatch(/^ {2}\\u\{1b\}\[31m/);
  const value = { name: hostile };
  const json = harmlessJson(JSON.stringify(value, undefined, 2));
  expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  expect(JSON.parse(json)).toEqual(value);
});

test("no text of others is a command to a build service", () => {
  expect(harmlessText("::set-output name=a::b\n  ::stop-commands::x\nsee ##[error]x\n")).toBe(
    "\\u{3a}:set-output name=a::b\n  \\u{3a}:stop-commands::x\nsee #\\u{23}[error]x\n",
  );
  expect(harmlessText("see ##vso[task.prependpath]/tmp\n## Two [links]\n")).toBe(
    "see #\\u{23}vso[task.prependpath]/tmp\n## Two [links]\n",
  );
  const value = { name: "##[group]", other: "##teamcity[buildStop comment='x']" };
  expect(harmlessJson(JSON.stringify(value))).not.toContain("##");
  expect(JSON.parse(harmlessJson(JSON.stringify(value)))).toEqual(value);
});
