import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ReportCard } from "./report-card.tsx";

function card(harnesses: number): string {
  const all = Array.from({ length: harnesses }, (_, index) => ({
    id: `h${index}`,
    label: `Harness ${index}`,
    counts: { loaded: 1 },
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
