import { expect, it } from "vitest";
import { matchesIn } from "./pattern.ts";
import { posixPattern } from "./posix-pattern.ts";

const syntax = { extended: true, ignoreCase: false, multiline: false } as const;

/** What `sed -E 's/PATTERN/<&,\1,…>/g'` makes of a text. */
function marked(pattern: string, text: string): string {
  let made = "";
  let from = 0;
  for (const match of matchesIn(text, posixPattern(pattern, syntax))) {
    made += `${text.slice(from, match.index)}<${Array.from(match, (group) => group ?? "").join()}>`;
    from = match.index + match[0].length;
  }
  return made + text.slice(from);
}

// As GNU sed answers.
it.each([
  ["(a|ab)(c|bcd)(d*)", "abcd", "<abcd,a,bcd,>"],
  ["(ab|a)(bcd)?", "abcd", "<abcd,a,bcd>"],
  ["(a?)(ab)?", "ab", "<ab,,ab>"],
  ["(a|ab)*", "abab", "<abab,ab>"],
  ["(aa|aaa)*b?", "aaaaa", "<aaaaa,aaa>"],
  ["(foo|foobar|fo)(bar)?", "foobarbar", "<foobarbar,foobar,bar>"],
  ["([0-9]+|[a-z0-9]+)", "12ab 3", "<12ab,12ab> <3,3>"],
  ["()|a", "a", "<a,>"],
  ["cat|dog", "cats dogs", "<cat>s <dog>s"],
  ["x*", "abx", "<>a<>b<x>"],
  ["(a*)+", "aa", "<aa,aa>"],
  ["(é|éa)(b)?", "éab", "<éab,éa,b>"],
  ["(^|,)([^,]*)", "a,b", "<a,,a><,b,,,b>"],
])("finds of the leftmost matches of %s in %s the longest", (pattern, text, expected) => {
  expect(marked(pattern, text)).toBe(expected);
});

it.each([
  ["(a|ab)(c|bcd)\\2?", "abcdbcd", "<abcdbcd,a,bcd>"],
  ["\\<(foo|foobar)", "foobar", "<foobar,foobar>"],
])("finds the longest of %s too, which refers to a group or an edge", (pattern, text, expected) => {
  expect(marked(pattern, text)).toBe(expected);
});

it.each(["(a+)+$", "(a|a)*c", "(a*)*b", "(.*)(.*)(.*)(.*)(.*)x"])("comes to an end with %s", (pattern) => {
  expect(posixPattern(pattern, syntax).test(`${"a".repeat(5000)}!`)).toBe(false);
});

it.each([
  ["line", "a|ab", "ab", true],
  ["line", "a|b", "ab", false],
  ["word", "a|ab", "x ab y", true],
  ["word", "a|b", "ab", false],
  ["start", "b|c", "ab", false],
] as const)("matches %ss: %s in %s", (within, pattern, text, isThere) => {
  expect(posixPattern(pattern, { ...syntax, within }).test(text)).toBe(isThere);
});
