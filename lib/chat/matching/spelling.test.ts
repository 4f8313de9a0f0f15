import { expect, test } from "vitest";
import { isMisspelt } from "./spelling.ts";

test.each([
  ["presentaion", "presentation"],
  ["presenttation", "presentation"],
  ["presnetation", "presentation"],
  ["presentetion", "presentation"],
  ["presentatino", "presentation"],
  ["messge", "message"],
])("%j is meant as %j", (written, meant) => {
  expect(isMisspelt(written, meant)).toBe(true);
});

test.each([
  ["prsentaion", "presentation", "two slips"],
  ["hiking", "hiring", "a short word with another letter"],
  ["slide", "slides", "a short word"],
  ["sliders", "slides", "what slides"],
  ["compile", "compiler", "what a compiler does"],
  ["egression", "regression", "another beginning"],
  ["present", "presentation", "much shorter"],
])("%j is not %j: %s", (written, other) => {
  expect(isMisspelt(written, other)).toBe(false);
});
