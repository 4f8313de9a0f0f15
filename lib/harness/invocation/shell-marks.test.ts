import { expect, test } from "vitest";
import { withShellMarks } from "./shell-marks.ts";

const marks = { ofPerson: "[mine]", ofOthers: "[X]" };
const inProject = { root: "./.kilo/skills" };

test("a command is replaced by the mark of its skill's place", () => {
  expect(withShellMarks(marks, inProject, "a !`echo one` b!`two`, ! `three` !``")).toBe("a [X] b[X], ! `three` !``");
  expect(withShellMarks(marks, { root: "~/.kilo/skills" }, "!`echo one`")).toBe("[mine]");
  expect(withShellMarks(undefined, inProject, "!`echo one`")).toBe("!`echo one`");
});

test.each([
  ["```\n!`a`\n```\n!`b`", "```\n!`a`\n```\n[X]"],
  ["~~~~\n!`a`\n~~~\n!`b`\n~~~~\n!`c`", "~~~~\n!`a`\n~~~\n!`b`\n~~~~\n[X]"],
  ["```\n!`a`", "```\n!`a`"],
  ["`` !`a` `` !`b`", "`` !`a` `` [X]"],
  ["`` one\n\n!`a` ``", "`` one\n\n[X] ``"],
  ["``` !`a` ``` and `` !`b`", "``` !`a` ``` and `` !`b`"],
  ["x ``` !`a` ``` and `` !`b`", "x ``` !`a` ``` and `` [X]"],
])("code stays where it is spared: %j", (text, expected) => {
  expect(withShellMarks(marks, inProject, text, true)).toBe(expected);
});

test("many backquotes take no longer than their number", () => {
  const text = Array.from({ length: 3000 }, (_, index) => "`".repeat(index % 90)).join(" ") + "!`a`".repeat(10_000);
  expect(withShellMarks(marks, inProject, text, true)).not.toBe("");
});
