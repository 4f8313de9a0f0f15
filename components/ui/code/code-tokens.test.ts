import { common, createLowlight } from "lowlight";
import { expect, test } from "vitest";
import { highlightRuns, tokensBetween } from "./code-tokens.ts";

const lowlight = createLowlight(common);
const code = '# one\nx = f"a{1}b"\n\n"""two\nlines"""\n';
const runs = highlightRuns(lowlight.highlight("python", code));

function lineTokens(line: number) {
  const lines = code.split("\n");
  const start = lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0);
  return tokensBetween(code, runs, start, start + (lines[line] ?? "").length);
}

test("gives every line its tokens, and loses no character", () => {
  const lines = code.split("\n").map((_, line) => lineTokens(line));
  expect(lines.map((line) => line.map(({ text }) => text).join("")).join("\n")).toBe(code);
  expect(lines[0]).toEqual([{ text: "# one", scope: "comment" }]);
  expect(lines[2]).toEqual([]);
  expect(lines[4]).toEqual([{ text: 'lines"""', scope: "string" }]);
});

test("gives text without colours in one piece", () => {
  expect(tokensBetween("abc", undefined, 1, 3)).toEqual([{ text: "bc" }]);
});
