import { expect, test } from "vitest";
import { findHiddenText } from "./hidden-text.ts";

test("finds what a reader does not see", () => {
  expect(findHiddenText("a\nb\u202ec\u{e0041}\u{e0042}d\ufeff")).toEqual({
    count: 4,
    kinds: ["direction marks", "tag characters", "zero-width characters"],
    line: 2,
  });
});

test.each(["plain", "\ufeff---", "👩‍💻", "می‌خواهم", "é 技能"])("%j hides nothing", (text) => {
  expect(findHiddenText(text)).toBeUndefined();
});
