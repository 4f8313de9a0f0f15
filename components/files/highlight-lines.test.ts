import { common, createLowlight } from "lowlight";
import { expect, test } from "vitest";
import { highlightLines } from "./highlight-lines.ts";

const lowlight = createLowlight(common);

test("gives every line its tokens, and loses no character", () => {
  const code = '# one\nx = f"a{1}b"\n\n"""two\nlines"""\n';
  const lines = highlightLines(lowlight.highlight("python", code));
  expect(lines.map((line) => line.map(({ text }) => text).join("")).join("\n")).toBe(code);
  expect(lines[0]).toEqual([{ text: "# one", scope: "comment" }]);
  expect(lines[2]).toEqual([]);
  expect(lines[4]).toEqual([{ text: 'lines"""', scope: "string" }]);
});
