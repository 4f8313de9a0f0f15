import { expect, it } from "vitest";
import { lineAfter } from "./find-bar.tsx";

const text = "One\ntwo\none more\nthree";

it("finds the next line with a text, and starts again at the top", () => {
  expect(lineAfter(text, "one", 0)).toBe(1);
  expect(lineAfter(text, "one", 1)).toBe(3);
  expect(lineAfter(text, "ONE", 3)).toBe(1);
  expect(lineAfter(text, "one", 99)).toBe(1);
  expect(lineAfter(text, "four", 1)).toBeUndefined();
});
