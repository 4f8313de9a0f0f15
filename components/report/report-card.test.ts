import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ReportedHarness } from "#lib/report/shape.ts";
import { ReportCard } from "./report-card.tsx";

type CardCounts = ReportedHarness["counts"];

function card(harnesses: number, counts: CardCounts = { loaded: 1 }): string {
  const all = Array.from({ length: harnesses }, (_, index) => ({
    id: `h${index}`,
    label: `Harness ${index}`,
    counts,
  }));
  const brief = { licence: "MIT", skills: 1, harnesses: all };
  return renderToStaticMarkup(createElement(ReportCard, { label: "owner/repo", brief, note: undefined }));
}

test("a picture tells of as many harnesses as it has room for, and how many more there are", () => {
  expect(card(9).match(/1 told/g)).toHaveLength(9);
  expect(card(9)).not.toContain("more");
  expect(card(25).match(/1 told/g)).toHaveLength(10);
  expect(card(25)).toContain("and 15 more");
  expect(card(9)).toContain("1 skill installed · 9/9 harnesses · MIT");
});

test("a picture says what the colours in its bars stand for, and of no others", () => {
  const words = ["loaded and told", "under another name", "told in part", "the model is not told", "not documented"];
  const told = (counts: CardCounts) => [...words, "left out"].filter((word) => card(1, counts).includes(word));
  expect(told({ loaded: 1, rejected: 2 })).toEqual(["loaded and told", "left out"]);
  expect(told({ renamed: 1, hidden: 1 })).toEqual(["under another name", "the model is not told"]);
});
