import { expect, it } from "vitest";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import { catalogPieces, wholeLines } from "./catalog-pieces.ts";

function catalog(text: string, ...ranges: [number, number][]): Catalog {
  const rows = ranges.map(([start, end]) => ({ skill: "x", location: "/x/SKILL.md", start, end }));
  return { channel: "system", text, rows };
}

it("cuts the text at its rows and loses nothing", () => {
  const pieces = catalogPieces(catalog("Intro\n- a\n- b\nEnd", [10, 13], [6, 9]));
  expect(pieces.map(({ text, row }) => [text, row])).toEqual([
    ["Intro\n", undefined],
    ["- a", 1],
    ["\n", undefined],
    ["- b", 0],
    ["\nEnd", undefined],
  ]);
});

it("keeps the text whole where rows overlap or are empty", () => {
  const pieces = catalogPieces(catalog("abcdef", [0, 4], [2, 5], [6, 6]));
  expect(pieces.map(({ text }) => text)).toEqual(["abcd", "ef"]);
});

it("groups pieces into whole lines, and loses nothing", () => {
  const pieces = catalogPieces(catalog("Intro\n- a\n- b\n- c End", [6, 9], [10, 13], [14, 17]));
  const texts = (least: number) => wholeLines(pieces, least).map((group) => group.map(({ text }) => text).join(""));
  expect(texts(2)).toEqual(["Intro\n- a\n", "- b\n", "- c End"]);
  expect(texts(100)).toEqual(["Intro\n- a\n- b\n- c End"]);
  expect(wholeLines([], 2)).toEqual([]);
});
