import { expect, it } from "vitest";
import { visiblePieces } from "./visible-pieces.ts";

it("names what cannot be seen", () => {
  expect(visiblePieces("a\u200bb\u202ec")).toEqual([
    { text: "a" },
    { text: "U+200B", hidden: "invisible character U+200B" },
    { text: "b" },
    { text: "U+202E", hidden: "invisible character U+202E" },
    { text: "c" },
  ]);
});

it("spells out tag characters", () => {
  const pieces = visiblePieces(`x${String.fromCodePoint(0xe0052, 0xe004d)}`);
  expect(pieces.map(({ text }) => text).join("")).toBe("xRM");
  expect(pieces[1]?.hidden).toBe("tag character U+E0052");
});

it("leaves lines, tabs, accents and emoji alone", () => {
  const text = "línea\n\t👩‍💻 ❤️‍🔥 日本";
  expect(visiblePieces(text)).toEqual([{ text }]);
});

it("shows a joiner that joins nothing", () => {
  expect(visiblePieces("pay\u200dpal")).toHaveLength(3);
});
