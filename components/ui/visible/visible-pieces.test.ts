import { expect, it } from "vitest";
import { linePieces, visibleName, visiblePieces } from "./visible-pieces.ts";

const tags = (text: string) =>
  String.fromCodePoint(...[...text].map((letter) => 0xe0000 + (letter.codePointAt(0) ?? 0)));

it("names what cannot be seen", () => {
  expect(visiblePieces("a\u200bb\u202ec")).toEqual([
    { text: "a" },
    { text: "U+200B", hidden: "invisible character U+200B", count: 1 },
    { text: "b" },
    { text: "U+202E", hidden: "invisible character U+202E", count: 1 },
    { text: "c" },
  ]);
});

it("spells out a run of tag characters as one piece", () => {
  expect(visiblePieces(`x${tags("RM")}`)).toEqual([
    { text: "x" },
    { text: "RM", hidden: "2 tag characters, from U+E0052 on", count: 2 },
  ]);
  expect(visiblePieces(tags("R"))).toEqual([{ text: "R", hidden: "tag character U+E0052", count: 1 }]);
});

it("counts a run of the same character", () => {
  expect(visiblePieces("\u200b".repeat(100_000))).toEqual([
    { text: "U+200B × 100,000", hidden: "invisible character U+200B, 100,000 times", count: 100_000 },
  ]);
});

it("leaves lines, tabs, accents and emoji alone", () => {
  const text = "línea\n\t👩‍💻 ❤️‍🔥 👩🏽‍💻 1️⃣ ☎︎ 日本";
  expect(visiblePieces(text)).toEqual([{ text }]);
});

it("shows a joiner that joins nothing, and one at the end", () => {
  expect(visiblePieces("pay\u200dpal")).toHaveLength(3);
  expect(visiblePieces("👩\u200d")).toHaveLength(2);
});

it.each([
  ["a variation selector that varies nothing", "a\ufe01"],
  ["a Hangul filler", "a\u3164"],
  ["an empty Braille cell", "a\u2800"],
  ["a grapheme joiner", "a\u034f"],
  ["an unassigned tag", "a\u{e0fff}"],
])("shows %s", (_, text) => {
  expect(visiblePieces(text)).toHaveLength(2);
});

it("shows control characters, as a link's prompt may hold them", () => {
  const pieces = visiblePieces("a\u0000b\u001b[2Jc\u0008\u009b");
  expect(pieces.flatMap(({ text, hidden }) => (hidden ? text : []))).toEqual(["U+0000", "U+001B", "U+0008", "U+009B"]);
});

it("shows the ends of lines in a name, which has none", () => {
  expect(visiblePieces("a\nb\tc", "name").map(({ text }) => text)).toEqual(["a", "U+000A", "b", "U+0009", "c"]);
});

it("spells a name for what takes only plain text", () => {
  expect(visibleName("a\u202egpj.exe")).toBe("a[U+202E]gpj.exe");
  expect(visibleName(`a${tags("rm")}\n`)).toBe("a[rm][U+000A]");
  expect(visibleName("plain.md")).toBe("plain.md");
});

it("shows white space at the end of a line, and a carriage return there", () => {
  expect(linePieces(" a  \t\r")).toEqual([
    { text: " a" },
    { text: "··→CR", space: "white space at the end of the line: 2 spaces, 1 tab, 1 carriage return" },
  ]);
  expect(linePieces("a b")).toEqual([{ text: "a b" }]);
  // In the middle of a line a carriage return is no line end to most programs.
  expect(linePieces("a\rb").map(({ text }) => text)).toEqual(["a", "U+000D", "b"]);
});
