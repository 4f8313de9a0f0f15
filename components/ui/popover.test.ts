import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A style sheet without what is not for WebKit. */
function forWebkit(css: string): string {
  return css.replace(/@supports not \(hanging-punctuation: first\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "");
}

// It hangs on them (`popover.module.css`), and no test runs in it.
test("WebKit is given no other sides to try", () => {
  const sheets = globSync("{app,components}/**/*.css").map((sheet) => readFileSync(sheet, "utf8"));
  expect(sheets.join("")).toContain("position-try-fallbacks");
  expect(forWebkit(sheets.join(""))).not.toContain("position-try");
});
