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

/** Python's `str()` of plain data: a text is itself, a list or a dictionary is printed with `repr()` of what it holds. */
export function pythonText(value: unknown): string {
  return typeof value === "string" ? value : pythonRepr(value);
}

function pythonRepr(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(", ")}]`;
  const entries = Object.entries(value ?? {}).map(([key, each]) => `${quoted(key)}: ${pythonRepr(each)}`);
  return `{${entries.join(", ")}}`;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\r", "\\r"],
]);

/** In single quotes, unless only double ones need no escape. */
function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = text.replace(/[\\\n\t\r]/g, (each) => escapes.get(each) ?? each);
  return mark + (mark === "'" ? inside.replaceAll("'", "\\'") : inside) + mark;
}
