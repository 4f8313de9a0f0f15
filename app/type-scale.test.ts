import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Sizes that no token gives: `12px`; those in `em` grow with what they stand in. */
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
