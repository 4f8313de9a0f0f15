import type { ContentRule, Limited } from "./content-rule.ts";

/** Go's `bufio.Scanner` stops at a line of 64 KiB: harnesses that read line by line cannot read such a file. */
export const lineLength = {
  code: "line-length",
  title: "Has no overlong line",
  isOptional: true,
  hidesFields: true,
  find({ text }, { limit }) {
    const line = findLongLine(text, limit);
    return line === undefined ? undefined : { line, values: { limit } };
  },
  wording: ({ limit }) => ({
    title: `A line has ${limit} bytes or more, too long for this harness to read`,
    fix: "Break the line, or move its content into a file beside SKILL.md.",
  }),
  passed: (_text, { limit }) => `Every line is shorter than ${limit} bytes.`,
} as const satisfies ContentRule<{ readonly limit: number }, Limited>;

/** The first line (1-based) of `limit` bytes or more; `undefined` if there is none. */
export function findLongLine(text: string, limit: number): number | undefined {
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 < limit) return undefined;
  for (let start = 0, line = 1; start < text.length; line++) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    if (hasBytes(text, start, end, limit)) return line;
    start = end + 1;
  }
  return undefined;
}

/** Whether a part of a text has at least this many bytes. They are only counted if the number of characters does not decide it. */
function hasBytes(text: string, start: number, end: number, bytes: number): boolean {
  const length = end - start;
  if (length >= bytes || length * 3 < bytes) return length >= bytes;
  return new TextEncoder().encode(text.slice(start, end)).length >= bytes;
}
