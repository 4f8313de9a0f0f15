import { expect, test } from "vitest";
import { firstSentence } from "./first-sentence.ts";

test.for([
  ["Reviews a change. Use it before a merge.", "Reviews a change."],
  ["Reads files, e.g. spreadsheets, v1.2 too", "Reads files, e.g. spreadsheets, v1.2 too"],
  ["Only one.", "Only one."],
  ["Two\nlines! Then more", "Two\nlines!"],
  ["", ""],
] as const)("of %j it is %j", ([text, first]) => {
  expect(firstSentence(text)).toBe(first);
});

test("a hostile text takes no longer than it is long", () => {
  expect(firstSentence(". ".repeat(200_000))).toHaveLength(400_000);
});
