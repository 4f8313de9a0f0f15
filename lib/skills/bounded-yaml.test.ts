import { expect, test } from "vitest";
import { createTextCache } from "./bounded-yaml.ts";

function counting() {
  const made: string[] = [];
  const make = (text: string) => {
    made.push(text);
    return text === "nothing" ? undefined : text.toUpperCase();
  };
  return { made, make };
}

test("a text is worked out once, and so is one of which nothing comes", () => {
  const cache = createTextCache<string | undefined>(100);
  const { made, make } = counting();
  for (const text of ["a", "nothing", "a", "nothing"]) cache.get(text, make);
  expect(cache.get("a", make)).toBe("A");
  expect(made).toEqual(["a", "nothing"]);
});

test("of too many texts those asked for last stay", () => {
  const cache = createTextCache<string | undefined>(20);
  const { made, make } = counting();
  for (const text of ["aaaa", "bbbb", "cccc", "aaaa", "dddd", "eeee", "aaaa"]) cache.get(text, make);
  expect(made).toEqual(["aaaa", "bbbb", "cccc", "dddd", "eeee"]);
  cache.get("bbbb", make);
  expect(made.at(-1)).toBe("bbbb");
});
