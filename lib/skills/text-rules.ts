/**
 * Text functions of the Go standard library, in which several harnesses are written, and of Python, in which the standard's reference
 * validator is written. JavaScript's own differ visibly: `trim` removes U+FEFF, and `\s` matches it.
 */

/**
 * `text` without the outer characters that `isOuter` accepts. Works by index: a regular expression for the end is quadratic on a long run
 * of blanks in the middle.
 */
function trimBy(text: string, isOuter: (code: number) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isOuter(text.charCodeAt(start))) start++;
  while (end > start && isOuter(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Unicode's White_Space above ASCII, all of which is below U+FFFF. It does not include the byte-order mark (U+FEFF). */
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

/** Whether `goTrim` leaves nothing. An expression tests ten million blanks faster than a loop. */
export function isGoBlank(text: string): boolean {
  return !notSpace.test(text);
}

const runOfSpace = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** Go's `strings.Fields`: the words between runs of white space; none for a blank text. */
export function goFields(text: string): string[] {
  return text.split(runOfSpace).filter((word) => word !== "");
}

/** Go's `strings.ToLower`: maps each character to exactly one, whatever is around it. */
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
  // Hardly any text has a carriage return, and looking for one takes a fraction of the time of the expression.
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Whether Python's `str.isalnum()` holds for every character except those in `others`. A combining mark is neither letter nor digit. */
export function isAlphanumeric(text: string, others: string): boolean {
  return Array.from(text).every((character) => others.includes(character) || /^[\p{L}\p{N}]$/u.test(character));
}

const pairs = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Python's `len`: the number of code points. */
export function pythonLength(text: string): number {
  return text.length - (text.match(pairs)?.length ?? 0);
}

/** Whether a text has more code points than `limit`. Most texts already have fewer code units, and need no counting. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && pythonLength(text) > limit;
}

/** Python's `str()` of plain data: a text stays as it is, and a list or a dictionary is printed with the `repr()` of its elements. */
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

/** In single quotes, unless only double quotes need no escape. */
function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = text.replace(/[\\\n\t\r]/g, (each) => escapes.get(each) ?? each);
  return mark + (mark === "'" ? inside.replaceAll("'", "\\'") : inside) + mark;
}

const dictionary = new Intl.Collator("en");

/** JavaScript's `localeCompare` for English: signs, digits, letters, ignoring case. */
export function compareAsDictionary(a: string, b: string): number {
  return dictionary.compare(a, b);
}
