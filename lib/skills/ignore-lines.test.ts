import { expect, test } from "vitest";
import { ignoreVerdict, isIgnored } from "./ignore-lines.ts";

test.each([
  ["*.ts", "src/a.ts", true],
  ["src", "src/deep/a.ts", true],
  ["src/", "src/a.ts", true],
  ["src/", "src", false],
  ["**/", "top.ts", false],
  ["**/", "src/a.ts", true],
  ["/src/a.ts", "src/a.ts", true],
  ["/a.ts", "src/a.ts", false],
  ["src/*", "src/deep/a.ts", true],
  ["src/\\a.ts", "src/a.ts", true],
  ["src/\\*.ts", "src/a.ts", false],
  ["src/\\*.ts", "src/*.ts", true],
  ["a.ts  ", "a.ts", true],
  ["./src/a.ts", "src/a.ts", false],
  ["# a.ts", "# a.ts", false],
  ["\\#a", "#a", true],
  ["", "a.ts", false],
])("%j names %s: %s", (line, path, expected) => {
  expect(isIgnored([line], path)).toBe(expected);
});

test("a later line brings back what an earlier one took, unless a folder around it is taken", () => {
  expect(isIgnored(["src/*", "!src/a.ts"], "src/a.ts")).toBe(false);
  expect(isIgnored(["src/*", "!src/a.ts"], "src/b.ts")).toBe(true);
  expect(isIgnored(["src", "!src/a.ts"], "src/a.ts")).toBe(true);
  expect(isIgnored(["*", "!pkg"], "pkg")).toBe(false);
});

test("braces stand for themselves", () => {
  expect(ignoreVerdict(["{alpha,beta}"], "alpha", true)).toBeUndefined();
  expect(ignoreVerdict(["{alpha,beta}"], "{alpha,beta}", true)).toBe(true);
  expect(ignoreVerdict(["[{x]a"], "{a", true)).toBe(true);
});

test("a line with a slash at its end is about folders", () => {
  expect(ignoreVerdict(["pkg/"], "pkg", true)).toBe(true);
  expect(ignoreVerdict(["pkg/"], "pkg", false)).toBeUndefined();
  expect(ignoreVerdict(["pkg/", "!pkg"], "pkg", true)).toBe(false);
});

test("lines that would keep a regular expression busy for years are settled at once", () => {
  const lines = [`${"*a".repeat(200)}b`, `${"**/a/".repeat(90)}b`, "\\".repeat(5000), "[".repeat(5000)];
  expect(isIgnored(lines, `${"a/".repeat(200)}${"a".repeat(250)}`)).toBe(false);
});

test("reads a line in a time that grows with its length, and keeps one blank behind a backslash", () => {
  const blanks = " ".repeat(400_000);
  expect(ignoreVerdict([`a${blanks}b`, "[".repeat(400_000), "c  "], "c", true)).toBe(true);
  expect(ignoreVerdict(["a\\ \t "], "a ", true)).toBe(true);
});
