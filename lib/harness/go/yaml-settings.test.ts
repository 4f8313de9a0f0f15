import { expect, test } from "vitest";
import { parseSettings } from "./yaml-settings.ts";

test("a setting that is there twice makes a file malformed, at any depth", () => {
  expect(parseSettings("a: 1\nb: 2")).toEqual({ a: 1, b: 2 });
  expect(parseSettings("a: 1\na: 2")).toBeUndefined();
  expect(parseSettings("a:\n  - b: 1\n    b: 1")).toBeUndefined();
});

test("thousands of names are read, and what has too many parts is malformed", () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `skill-${index}`);
  const list = (count: number) => `allowed:\n${`${names.map((name) => `  - ${name}`).join("\n")}\n`.repeat(count)}`;
  expect(parseSettings(list(1))).toEqual({ allowed: names });
  expect(parseSettings(list(5))).toBeUndefined();
  expect(parseSettings(`x: [${",".repeat(31_000)}]`)).toBeUndefined();
});
