/** Text rules of Python, which the standard's reference validator is written in. */

const space = "\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const outerSpace = new RegExp(`^[${space}]+|[${space}]+$`, "g");

/** Python's `str.strip()`: a byte-order mark stays. */
export function pythonStrip(text: string): string {
  return text.replace(outerSpace, "");
}

/** Text as Python reads a file: `\r\n` and a lone `\r` become `\n`. */
export function universalNewlines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Python's `str.isalnum()` for every character but those in `others`. A combining mark is neither letter nor digit. */
export function isAlphanumeric(text: string, others: string): boolean {
  return Array.from(text).every((character) => others.includes(character) || /^[\p{L}\p{N}]$/u.test(character));
}

/** Python's `len`: code points. */
export function pythonLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
