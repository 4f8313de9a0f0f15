import { expect, test } from "vitest";
import { shellWords } from "./shell-words.ts";

test.each([
  [String.raw`a\ b "c \"d\" \n" 'e\f' g"h i"j`, ["a b", String.raw`c \"d\" \n`, String.raw`e\f`, "gh ij"]],
  ["it's open", ["it's open"]],
  ["don't say 'no'", ["dont say no'"]],
  [`"" x`, ["", "x"]],
  ["  ", []],
  // The cases from here on as Claude Code 2.1.332 splits them.
  ["a $x b", ["a", "b"]],
  ["$1 $0 x", ["$1", "x"]],
  ['a b$x "c$x"', ["a", "b$x", "c$x"]],
  ["one\ntwo three", ["one"]],
  ["a \\\nb c", ["a", "b", "c"]],
  ["a;b|c", ["a"]],
  ["a (f) g #h", ["a", "g"]],
  ["(a b) c", ["a", "b"]],
  ["`a b` c", ["a"]],
  ["[a] b", ["b"]],
  ["# a\nb c", ["b", "c"]],
  ["a $(b) c", ["a"]],
  ["a `y` b", ["a"]],
  ["a=b c", ["c"]],
  ["a=1", ["a=1"]],
  ['a "un c', ["a", '"un c']],
  ["<b> c", ["<b>", "c"]],
  ["#a b", ["#a", "b"]],
  ["a\\'b ''", ["a'b", ""]],
])("%j is split as by a shell", (line, words) => {
  expect(shellWords(line)).toEqual(words);
});
