import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesGlobs, splitGlobs } from "./glob.ts";

test.each([
  ["**/*.ts", "a.ts", true],
  ["**/*.ts", "src/deep/a.ts", true],
  ["**/*.ts", "src/a.tsx", false],
  ["src/**/*", "src/a/b.txt", true],
  ["src/**", "src/a/b.txt", true],
  ["src/**/*", "lib/a.txt", false],
  ["src/**", "src", false],
  ["*.md", "README.md", true],
  ["*.md", "docs/README.md", false],
  ["src/components/*.tsx", "src/components/deep/a.tsx", false],
  ["src/**/*.{ts,tsx}", "src/a/b.tsx", true],
  ["{src,lib}/**/*.{ts,js}", "lib/a.js", true],
  ["{src,lib}/**/*.{ts,js}", "test/a.js", false],
  ["{a,{b,c}}.md", "c.md", true],
  ["./src/*.ts", "src/a.ts", true],
  ["file[0-9].txt", "file7.txt", true],
  ["file[!0-9].txt", "file7.txt", false],
  ["fil?.txt", "file.txt", true],
  ["photos [2024/*", "photos [2024/a.png", true],
  ["a*b*c", "axxbyyc", true],
  ["a*b*c", "axxbyy", false],
  ["**/test/**/a.ts", "x/test/y/test/z/a.ts", true],
])("%s fits %s: %s", (pattern, path, expected) => {
  expect(matchesGlobs([pattern], path)).toBe(expected);
});

test("one of several patterns is enough, and none fits nothing", () => {
  expect(matchesGlobs(["*.md", "src/**"], "src/a.ts")).toBe(true);
  expect(matchesGlobs([], "src/a.ts")).toBe(false);
});

test("patterns that would keep a regular expression busy for years are settled at once", () => {
  const stars = `${"*a".repeat(200)}b`;
  expect(matchesGlobs([stars, `${"**/a/".repeat(90)}b`], `${"a/".repeat(200)}${"a".repeat(250)}`)).toBe(false);
  // Braces that would expand to 2^50 patterns are taken as plain characters.
  expect(matchesGlobs(["{a,b}".repeat(50)], "a".repeat(50))).toBe(false);
});

test("a text of globs is split as by the pattern that tells the rule, which is too slow for long ones", () => {
  const text = fc.array(fc.constantFrom(",", "{", "}", "a"), { maxLength: 12 }).map((signs) => signs.join(""));
  fc.assert(
    fc.property(text, (given) => {
      expect(splitGlobs(given)).toEqual(given.split(/,(?![^{]*\})/));
    }),
  );
  expect(splitGlobs(`{${",".repeat(1_000_000)}`)).toHaveLength(1_000_001);
});
