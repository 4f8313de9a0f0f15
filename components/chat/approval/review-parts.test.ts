import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffRow, lineText, replacedRows } from "#components/ui/diff/diff-rows.ts";
import { reviewText } from "./review-figure.tsx";
import { changedCounts, hiddenIn, type ReviewRows, reviewParts, textRows } from "./review-parts.ts";

/** The text of a new file, put together again from the parts that show it. */
function textIn(parts: readonly ReviewRows[]): string {
  const rows = parts.flat().flatMap((row) => row?.right ?? []);
  return rows.map((line, index) => (line.isContinued || index === 0 ? lineText(line) : `\n${lineText(line)}`)).join("");
}

const numbered = (count: number) => Array.from({ length: count }, (_, line) => `line ${line + 1}`).join("\n");

describe("reviewParts", () => {
  it("shows what is short as a whole", () => {
    expect(reviewParts(replacedRows("", "one\ntwo\n"))).toHaveLength(1);
    expect(reviewParts([])).toEqual([]);
  });

  it("has every one of 4,000 lines in some part", () => {
    const parts = reviewParts(replacedRows("", numbered(4000)));
    expect(parts).toHaveLength(8);
    expect(textIn(parts)).toBe(numbered(4000));
  });

  it("folds a long line, so that no part of it is seen with another", () => {
    const long = `${"x".repeat(100_000)}payload`;
    const parts = reviewParts(replacedRows("", `a\n${long}\nb`));
    expect(parts.length).toBeGreaterThan(2);
    expect(textIn(parts)).toBe(`a\n${long}\nb`);
    const rows = parts.flat() as readonly DiffRow[];
    expect(rows.map(({ right }) => right?.isContinued ?? false).filter(Boolean)).toHaveLength(50);
  });

  it("loses no character of any text, and draws no more than is bearable at once", () => {
    const line = fc.array(fc.constantFrom("a", " ", "é", "😀", "\u{e0041}", "\u202e"), { maxLength: 40 });
    const text = fc
      .tuple(fc.array(line, { maxLength: 30 }), fc.nat(300))
      .map(([lines, times]) => lines.map((letters) => letters.join("").repeat(times)).join("\n"));
    fc.assert(
      fc.property(text, (content) => {
        const parts = reviewParts(replacedRows("", content));
        expect(textIn(parts)).toBe(content);
        const texts = parts.flat().map((row) => (row?.right ? lineText(row.right) : ""));
        expect(texts.every((shown) => shown.isWellFormed())).toBe(true);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(500);
          const length = part.reduce((sum, row) => sum + (row?.right ? lineText(row.right).length : 0), 0);
          expect(length).toBeLessThanOrEqual(40_000);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("hiddenIn", () => {
  it("names the new lines that hide something, and not those that go", () => {
    const rows = replacedRows("was \u200b", `a\nb\u202e\u202e\n${String.fromCodePoint(0xe0041)}\nd\r`);
    expect(hiddenIn(rows)).toEqual({ lines: [2, 3], count: 3 });
    expect(hiddenIn(textRows("\u200b"))).toEqual({ lines: [1], count: 1 });
  });
});

it("counts the lines that go and come, and no line break at the end as one", () => {
  expect(changedCounts(replacedRows("a\nb\n", "c\n"))).toEqual({ removed: 2, added: 1 });
});

describe("reviewText", () => {
  it("says nothing of what was seen at once", () => {
    expect(reviewText({ count: 1, unseen: [] })).toBe("");
    expect(reviewText({ count: 0, unseen: [] })).toBe("");
  });

  it("counts and names what has not been looked at", () => {
    expect(reviewText({ count: 7, unseen: [3, 5, 6] })).toMatch(/^3 of 7 parts not viewed yet: 4, 6, and 7\./);
    const unseen = Array.from({ length: 20 }, (_, at) => at);
    expect(reviewText({ count: 20, unseen })).toContain("1, 2, 3, 4, 5, and 15 more.");
    expect(reviewText({ count: 7, unseen: [] })).toBe("You have seen all 7 parts.");
  });
});
