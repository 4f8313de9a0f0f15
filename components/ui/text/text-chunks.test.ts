import { describe, expect, it } from "vitest";
import { chunkOfLine, rowsOf, textChunks } from "./text-chunks.ts";

function rowsIn(text: string) {
  return textChunks(text).flatMap((chunk) => rowsOf(text, chunk));
}

const texts: Readonly<Record<string, string>> = {
  nothing: "",
  "one line": "a",
  "an end of line": "a\n",
  "many short lines": Array.from({ length: 5000 }, (_, i) => `line ${i}`).join("\n"),
  "one long line": "0123456789".repeat(3000),
  "long lines among short ones": `a\n${"b".repeat(2500)}\n\nc\n${"d".repeat(1000)}\ne`,
};

describe("textChunks", () => {
  for (const [name, text] of Object.entries(texts)) {
    it(`loses nothing of ${name}, and counts its lines`, () => {
      const rows = rowsIn(text);
      const again = rows.map(
        ({ start, end, continues }, at) => (continues || at === 0 ? "" : "\n") + text.slice(start, end),
      );
      expect(again.join("")).toBe(text);
      expect(rows.filter(({ continues }) => !continues).map(({ line }) => line)).toEqual(
        text.split("\n").map((_, index) => index + 1),
      );
    });

    it(`finds each line of ${name}`, () => {
      const chunks = textChunks(text);
      for (const [index] of text.split("\n").entries()) {
        const chunk = chunks[chunkOfLine(chunks, index + 1)];
        const starts = chunk && rowsOf(text, chunk).some(({ line, continues }) => line === index + 1 && !continues);
        expect(starts, `line ${index + 1}`).toBe(true);
      }
    });
  }

  it("cuts a long line, but no character", () => {
    const text = `${"a".repeat(999)}${"😀".repeat(600)}`;
    const rows = rowsIn(text).map(({ start, end }) => text.slice(start, end));
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.every((row) => row.isWellFormed())).toBe(true);
  });

  it("makes no more than 25,001 of a million line ends, and of a line of five million characters 630", () => {
    expect(textChunks("\n".repeat(1_000_000)).length).toBe(25_001);
    expect(textChunks("a".repeat(5_000_000)).length).toBeLessThanOrEqual(630);
  });
});
