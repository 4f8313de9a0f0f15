import { expect, test } from "vitest";
import { quoteProse } from "./yaml-mended.ts";

test("values that hold a colon or begin with a special character are quoted, their comments not", () => {
  expect(quoteProse("a: x: it's # why\n  b: @me\nc: [1\nd: plain")).toBe(
    "a: 'x: it''s' # why\n  b: '@me'\nc: '[1'\nd: plain",
  );
});

test("quoted values and block scalars stay", () => {
  const yaml = "a: \"x: y\nb: 'x: y'\nc: |\n  k: v: w\n\n  k: v: w\nd: >-\n  k: v: w";
  expect(quoteProse(yaml)).toBe(yaml);
});
