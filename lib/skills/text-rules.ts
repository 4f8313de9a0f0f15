/**
 * Text rules of the Go standard library, which several harnesses are written in, and of Python, which the standard's
 * reference validator is written in. JavaScript's own differ where it shows: `trim` removes U+FEFF, and `\s` holds it too.
 */

/**
 * `text` without the outer characters that `isOuter` accepts. By index: a regular expression for the end is
 * quadratic on a long run of blanks in the middle.
 */
function trimBy(text: string, isOuter: (code: number) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isOuter(text.charCodeAt(start))) start++;
  while (end > start && isOuter(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Unicode's White_Space above ASCII, all of it below U+FFFF. A byte-order mark (U+FEFF) is none. */
function isWideSpace(code: number): boolean {
  if (code < 0x2000) return code === 0x85 || code === 0xa0 || code === 0x1680;
  return code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000;
}

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

/** Python's `str.strip()`: a byte-order mark stays. */
export function pythonStrip(text: string): string {
  return trimBy(text, isPythonSpace);
}

function isPythonSpace(code: number): boolean {
  return (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x20) || isWideSpace(code);
}

/** Text as Python reads a file: `\r\n` and a lone `\r` become `\n`. */
export function universalNewlines(text: string): string {
  // Hardly any text has one, and to look for it takes a fraction of what the expression does.
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
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

const dictionary = new Intl.Collator("en");

/** As JavaScript's `localeCompare` puts English words in order: signs, digits, letters, in any case of letters. */
export function compareAsDictionary(a: string, b: string): number {
  return dictionary.compare(a, b);
}

/** How many characters have to be put in, taken out or changed to make one text of another; more than `most` is not told apart. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
