import { isWideSpace, trimBy } from "./trim.ts";

/**
 * Text rules of the Go standard library, which several harnesses are written in. JavaScript's own differ
 * where it shows: `trim` removes U+FEFF, and `\s` holds it too.
 */

/** Go's `unicode.IsSpace`. */
function isGoSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || isWideSpace(code);
}

/** Go's `strings.TrimSpace`: a byte-order mark stays. */
export function goTrim(text: string): string {
  return trimBy(text, isGoSpace);
}

const notSpace = /[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Whether `goTrim` leaves nothing: an expression reads ten million blanks faster than a loop does. */
export function isGoBlank(text: string): boolean {
  return !notSpace.test(text);
}

const runOfSpace = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** Go's `strings.Fields`: the words between runs of white space; none for a blank text. */
export function goFields(text: string): string[] {
  return text.split(runOfSpace).filter((word) => word !== "");
}

/** Go's `strings.ToLower`: each character becomes one, whatever stands around it. */
export function goLower(text: string): string {
  return Array.from(text, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join("");
}

const named: ReadonlyMap<string, string> = new Map([
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ["\\", "\\\\"],
  ['"', '\\"'],
]);
/** Go's `unicode.IsPrint`. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Go's `%q` for a string (`strconv.Quote`). */
export function goQuote(text: string): string {
  return `"${Array.from(text, quoteCharacter).join("")}"`;
}

function quoteCharacter(character: string): string {
  const name = named.get(character);
  if (name !== undefined) return name;
  if (printable.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const hex = (width: number) => code.toString(16).padStart(width, "0");
  if (code < 0x80) return `\\x${hex(2)}`;
  return code > 0xffff ? `\\U${hex(8)}` : `\\u${hex(4)}`;
}
