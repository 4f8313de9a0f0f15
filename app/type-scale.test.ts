import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Font sizes written as fixed lengths, such as `12px`, instead of a token. Sizes in `em` are allowed: they grow with the text around them.
 */
function ownSizes(css: string): string[] {
  const sizes = css.matchAll(/font(?:-size)?:\s*([^;/]*)/g);
  return Array.from(sizes, ([, value = ""]) => value).filter((value) => /\d(?:px|pt|rem|vw)\b/.test(value));
}

test("every size of text is one of the scale in base.css", () => {
  expect(ownSizes("a { font: 500 12px / 17px var(--sans); font-size: var(--text-s) }")).toHaveLength(1);
  const sheets = globSync("{app,components}/**/*.css");
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.flatMap((sheet) => ownSizes(readFileSync(sheet, "utf8")).map((size) => [sheet, size]))).toEqual([]);
});
