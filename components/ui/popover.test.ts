import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The selectors of rules that place an element next to another. */
function placing(css: string): string[] {
  const rules = css.matchAll(/([^{}]+)\{([^{}]*)\}/g);
  return Array.from(rules, ([, selector = "", body = ""]) =>
    /\bposition-(?:area|try)/.test(body) ? selector : "",
  ).filter(Boolean);
}

// WebKit hangs on the others (`popover.module.css`), and no test runs in it.
test("popovers are placed only while they are open", () => {
  const selectors = globSync("{app,components}/**/*.css").flatMap((sheet) => placing(readFileSync(sheet, "utf8")));
  expect(selectors.length).toBeGreaterThan(0);
  expect(selectors.filter((selector) => !selector.includes(":popover-open"))).toEqual([]);
});
