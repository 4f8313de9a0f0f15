import { describe, expect, it } from "vitest";
import { fileParts, partOfLine } from "./file-parts.tsx";

const encode = (text: string) => new TextEncoder().encode(text);
const files = {
  nothing: "",
  "a short text": "a\nb\n",
  "three million characters in lines": Array.from({ length: 60_000 }, (_, i) => `${i} ${"x".repeat(45)}`).join("\n"),
  "one line of characters of three bytes": "漢".repeat(1_000_000),
  "two million line ends": "\n".repeat(2_000_000),
};

describe("fileParts", () => {
  for (const [name, text] of Object.entries(files)) {
    it(`puts ${name} together again, whole characters each`, () => {
      const bytes = encode(text);
      const parts = fileParts(bytes);
      const texts = parts.map(({ start, end }) =>
        new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(start, end)),
      );
      expect(texts.join("") === text).toBe(true);
      expect(Math.max(...parts.map(({ start, end }) => end - start))).toBeLessThan(1_200_000);
    });
  }

  it("knows the line that each begins in", () => {
    const text = files["three million characters in lines"];
    const bytes = encode(text);
    const parts = fileParts(bytes);
    expect(parts.length).toBeGreaterThan(2);
    for (const { start, firstLine, continues } of parts) {
      expect(new TextDecoder().decode(bytes.subarray(0, start)).split("\n")).toHaveLength(firstLine);
      expect(continues).toBe(false);
    }
  });

  it("finds the part in which a line begins", () => {
    const lines = fileParts(encode("\n".repeat(2_000_000)));
    expect(partOfLine(lines, 1)).toBe(0);
    expect(partOfLine(lines, lines[1]?.firstLine ?? 0)).toBe(1);
    expect(partOfLine(lines, 9_999_999)).toBe(lines.length - 1);
    const long = fileParts(encode(`a\n${"b".repeat(3_000_000)}\nc`));
    expect([1, 2, 3].map((line) => partOfLine(long, line))).toEqual([0, 0, 2]);
  });
});
