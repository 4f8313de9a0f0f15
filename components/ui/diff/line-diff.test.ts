import fc from "fast-check";
import { expect, test } from "vitest";
import { type DiffLine, rowsAroundChanges, unifiedRows } from "./diff-rows.ts";
import { lineDiff, lineDiffToRead } from "./line-diff.ts";

/** Prints a diff: `-` and `+` before changed lines, changed words in brackets. */
function drawn(left: string, right: string): string[] {
  return unifiedRows(lineDiff(left, right)).map(({ kind, left: removed, right: added }) => {
    const line = removed ?? added;
    return `${kind === "same" ? " " : removed ? "-" : "+"}${textOf(line, "[", "]")}`;
  });
}

function textOf(line: DiffLine | undefined, open = "", close = ""): string {
  return (line?.pieces ?? []).map(({ text, isChanged }) => (isChanged ? open + text + close : text)).join("");
}

test("marks the words that differ in lines that are much alike", () => {
  expect(drawn("head\n- pdf: Reads PDF → /a/pdf\ntail", "head\n- pdf: Reads PDF → /b/pdf\ntail")).toEqual([
    " head",
    "-- pdf: Reads PDF → /[a]/pdf",
    "+- pdf: Reads PDF → /[b]/pdf",
    " tail",
  ]);
});

test("a skill's row in one format is the pair of its row in another", () => {
  expect(drawn("- pdf: Reads PDF → /a/pdf/SKILL.md", "* pdf: Reads PDF (/a/pdf/SKILL.md)")).toEqual([
    "-[-] pdf: Reads PDF [→ ]/a/pdf/SKILL.md",
    "+[*] pdf: Reads PDF [(]/a/pdf/SKILL.md[)]",
  ]);
});

test("lines that have little in common are no pair, and no word of them is marked", () => {
  expect(drawn("- pdf: Reads PDF", "<skill>\n<name>pdf")).toEqual(["-- pdf: Reads PDF", "+<skill>", "+<name>pdf"]);
});

test("a line that one side lacks does not move the pairs after it", () => {
  const left = "- a: one one one\n- b: two two two\n- c: three three three";
  expect(drawn(left, "- b: two two 2\n- c: three three 3")).toEqual([
    "-- a: one one one",
    "-- b: two two [two]",
    "-- c: three three [three]",
    "+- b: two two [2]",
    "+- c: three three [3]",
  ]);
});

test("an empty text has no line, and a line end at the end is told", () => {
  expect(drawn("", "")).toEqual([]);
  expect(drawn("", "a")).toEqual(["+a"]);
  expect(drawn("a", "a\n")).toEqual([" a", "+"]);
});

test("each side is whole, in order, numbered from 1, in both forms", () => {
  const text = fc
    .array(fc.constantFrom("a b c", "a b d", "x", "", "a  b c"), { maxLength: 12 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (left, right) => {
      for (const rows of [lineDiff(left, right), unifiedRows(lineDiff(left, right))]) {
        const sides = [rows.flatMap((row) => row.left ?? []), rows.flatMap((row) => row.right ?? [])];
        expect(sides.map((lines) => lines.map((line) => textOf(line)).join("\n"))).toEqual([left, right]);
        for (const lines of sides)
          expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
      }
    }),
  );
});

test("an excerpt leaves out what is far from any change", () => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`);
  const changed = lines.with(2, "here").with(35, "and here");
  const excerpt = rowsAroundChanges(unifiedRows(lineDiff(lines.join("\n"), changed.join("\n"))));
  const numbers = excerpt.map((row) => (row ? (row.right ?? row.left)?.number : "…"));
  expect(numbers).toEqual([1, 2, 3, 3, 4, 5, 6, "…", 33, 34, 35, 36, 36, 37, 38, 39, "…"]);
  expect(rowsAroundChanges(unifiedRows(lineDiff("a\nb", "a\nb")))).toEqual([undefined]);
});

test("shows a long line from shortly before what differs in it", () => {
  const line = "x".repeat(1_000_000);
  const rows = lineDiffToRead(`same ${line}\n${line}a${line}`, `same ${line}\n${line}b${line}`);
  const [same, changed] = rows;
  expect(textOf(same?.left)).toMatch(/^same x+ … \(998,005 characters\)$/);
  expect(textOf(changed?.left)).toMatch(/^\(999,800 characters\) … x{200}ax+ … \([\d,]+ characters\)$/);
  expect(textOf(changed?.right)).toContain("xbx");
});

test("says of what lines it has not compared", () => {
  const rows = lineDiffToRead("\n".repeat(1_000_000), "\n".repeat(999_999));
  expect(rows).toHaveLength(20_001);
  expect(textOf(rows.at(-1)?.left)).toBe("… 980,001 more lines of the earlier text were not compared");
  expect(rows.at(-1)?.kind).toBe("changed");
});

test("a comparison that is not for reading leaves nothing out", () => {
  const long = "x".repeat(10_000);
  const [changed] = lineDiff(`${long}a`, `${long}b`);
  expect([textOf(changed?.left), textOf(changed?.right)]).toEqual([`${long}a`, `${long}b`]);
  const lines = (count: number, last: string) => `${"\n".repeat(count)}${last}`;
  const rows = lineDiff(lines(30_000, "old"), lines(30_000, "new"));
  expect(rows.map(({ left }) => textOf(left))).toContain("old");
  expect(rows.map(({ right }) => textOf(right))).toContain("new");
  expect(rows.filter(({ right }) => right)).toHaveLength(30_001);
});
