import { expect, it } from "vitest";
import { anyOf, findWords, isFound } from "./any-of.ts";

const asked = ["she", "he", "hers", "his", "usher", "$(", "s", "☃ "];

function wordsIn(text: string): string[] {
  const found = findWords(text);
  return asked.filter((word) => isFound(found, anyOf(word)));
}

anyOf(...asked);

it("finds every word of a text, also those that begin or end in others", () => {
  expect(wordsIn("ushers")).toEqual(["she", "he", "hers", "usher", "s"]);
  expect(wordsIn("shis")).toEqual(["his", "s"]);
  expect(wordsIn("hehhe")).toEqual(["he"]);
  expect(wordsIn("x$$(☃ ")).toEqual(["$(", "☃ "]);
  expect(wordsIn("")).toEqual([]);
});

it("finds them in any case, as small letters would", () => {
  expect(wordsIn("USHer")).toEqual(["she", "he", "usher", "s"]);
  const token = anyOf("token");
  expect(isFound(findWords("to\u212aen"), token)).toBe(true);
});

it("finds what is asked for one of several, and none of those that are not there", () => {
  const found = findWords("his");
  expect(isFound(found, anyOf("she", "his"))).toBe(true);
  expect(isFound(found, anyOf("she", "hers"))).toBe(false);
});

it("looks again where words have been added since", () => {
  const before = findWords("late comer");
  expect(findWords("late comer", before)).toBe(before);
  const late = anyOf("comer");
  expect(isFound(findWords("late comer", before), late)).toBe(true);
});

it("finds what a search for each word finds, in texts of any order", () => {
  let state = 7;
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 30 }, () => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return "hersui $("[(state >> 8) % 9];
    }).join("");
    expect([text, wordsIn(text)]).toEqual([text, asked.filter((word) => text.includes(word))]);
  }
});
