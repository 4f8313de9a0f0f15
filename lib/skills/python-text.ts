import { isWideSpace, trimBy } from "./trim.ts";

/** Text rules of Python, which the standard's reference validator is written in. */

/** Python's `str.strip()`: a byte-order mark stays. */
export function pythonStrip(text: string): string {
  return trimBy(text, isPythonSpace);
}

function isPythonSpace(code: number): boolean {
  return (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x20) || isWideSpace(code);
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

/** Whether a text has more code points than `limit`; most have fewer code units already, which need no counting. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && pythonLength(text) > limit;
}
