import { misshapen, type Shape } from "#lib/skills/json-shape.ts";
import { goQuote } from "#lib/skills/text-rules.ts";
import { compareBytes } from "#lib/vfs/paths.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object in a JSON text; `undefined` if the text is malformed, nests deeper than anything written by hand, or has another value. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !isDeep(value) ? value : undefined;
  } catch (caught) {
    if (caught instanceof SyntaxError) return undefined;
    throw caught;
  }
}

/** Whether what walks a value by recursion could run out of stack. */
export function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < 500; depth++)
    level = level.flatMap((each) => (typeof each === "object" && each ? Object.values(each) : []));
  return level.length > 0;
}

/** The object in a JSON text that may begin with a byte-order mark, which some editors write; otherwise `undefined`. */
export function parseMarkedJson(text: string): JsonObject | undefined {
  return parseJsonObject(text.replace(/^\ufeff/, ""));
}

/** As `parseMarkedJson`; a file with a value of another shape says nothing at all. */
export function parseShaped(text: string, shape: Shape): JsonObject | undefined {
  const object = parseMarkedJson(text);
  return object && misshapen(object, shape) === undefined ? object : undefined;
}

/** JSON with what people add by hand: comments, and a comma after the last entry. */
export function parseLooseJson(text: string): JsonObject | undefined {
  return parseMarkedJson(withoutComments(text).replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, "$1"));
}

/** JSON with comments, and no comma after the last entry. */
export function parseCommentedJson(text: string): JsonObject | undefined {
  return parseMarkedJson(withoutComments(text));
}

function withoutComments(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "$1");
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A value laid over another one: objects key by key. A list for which `lists` has one takes up what comes; anything else takes the place of
 * what is below.
 */
export function laidOver(below: unknown, above: unknown, lists: unknown): unknown {
  if (Array.isArray(below) && Array.isArray(lists)) return below.concat(above);
  if (!isObject(above)) return above;
  const under = isObject(below) ? below : {};
  const over = Object.entries(above).map(
    ([key, value]) => [key, laidOver(under[key], value, Object(lists)[key])] as const,
  );
  return { ...under, ...Object.fromEntries(over) };
}

/**
 * The value below nested keys; `undefined` below what is no object.
 * @param missing what stands for a key that an object does not have
 */
export function valueBelow(object: unknown, keys: readonly string[], missing?: unknown): unknown {
  return keys.reduce<unknown>((value, key) => {
    if (!isObject(value)) return value === missing ? missing : undefined;
    return Object.hasOwn(value, key) ? value[key] : missing;
  }, object);
}

/** The value that a Go struct's field gets from an object: of the keys that are equal ignoring case, the last. */
export function goField(object: JsonObject, key: string): unknown {
  const found = Object.keys(object).findLast((each) => isSameKey(each, key));
  return found === undefined ? undefined : object[found];
}

/** Whether Go assigns two keys to the same field. */
export function isSameKey(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

const escaped = /[<>&\u2028\u2029]/g;

/** A string as Go's `encoding/json` writes it: safe inside HTML. */
function goString(text: string): string {
  return JSON.stringify(text).replace(escaped, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A value as Go's `json.MarshalIndent` writes it with two blanks: the keys of an object in byte order. */
export function goJsonText(value: unknown, indent = ""): string {
  const inner = `${indent}  `;
  const block = (open: string, lines: readonly string[], close: string) =>
    lines.length === 0 ? open + close : `${open}\n${lines.map((line) => inner + line).join(",\n")}\n${indent}${close}`;
  if (typeof value === "string") return goString(value);
  if (Array.isArray(value))
    return block(
      "[",
      value.map((item) => goJsonText(item, inner)),
      "]",
    );
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => compareBytes(a, b));
  return block(
    "{",
    entries.map(([key, each]) => `${goString(key)}: ${goJsonText(each, inner)}`),
    "}",
  );
}

const atEnd = "unexpected end of JSON input";
const literals: Readonly<Record<string, string>> = { t: "true", f: "false", n: "null" };

/** The message of Go's `encoding/json` for a text that is not valid JSON; `undefined` for valid JSON. */
export function goJsonProblem(text: string): string | undefined {
  const reader = createReader(text);
  const problem = value(reader);
  if (problem !== undefined) return problem;
  reader.skip();
  return reader.peek() === undefined ? undefined : reader.invalid("after top-level value");
}

interface Reader {
  /** The current character; `undefined` at the end. */
  peek(): string | undefined;
  next(): void;
  /** Skips white space. */
  skip(): void;
  /** Go's message on the current character. */
  invalid(where: string): string;
  /** Go's message on the current character inside a token: Go appends a blank to the text, which at its end is the invalid character. */
  broken(where: string): string;
}

function createReader(text: string): Reader {
  let at = 0;
  const peek = () => text[at];
  const broken = (where: string) => `invalid character ${quoted(text.slice(at) || " ")} ${where}`;
  return {
    peek,
    next: () => void at++,
    skip() {
      while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at++;
    },
    invalid: (where) => (at < text.length ? broken(where) : atEnd),
    broken,
  };
}

/** The first byte in UTF-8, as a character of its own. */
function quoted(rest: string): string {
  const [byte = 0] = new TextEncoder().encode(String.fromCodePoint(rest.codePointAt(0) ?? 0));
  const character = String.fromCharCode(byte);
  if (character === "'") return String.raw`'\''`;
  return character === '"' ? `'"'` : `'${goQuote(character).slice(1, -1)}'`;
}

/** Reads one thing, and returns a message if it is invalid. */
type Read = (reader: Reader) => string | undefined;

/** Go's own limit. */
const mostNested = 10_000;

/** Not by recursion: the stack does not hold as many levels as Go allows. */
const value: Read = (reader) => {
  /** The closing brackets of all that is open. */
  const ends: string[] = [];
  do {
    const problem = begin(reader, ends) ?? close(reader, ends);
    if (problem !== undefined) return problem;
  } while (ends.length > 0);
  return undefined;
};

/** Opens lists and objects up to the first value that is none, or an empty one. */
function begin(reader: Reader, ends: string[]): string | undefined {
  for (;;) {
    const problem = ends.at(-1) === "}" ? key(reader) : undefined;
    if (problem !== undefined) return problem;
    reader.skip();
    const first = reader.peek() ?? "";
    if (first !== "{" && first !== "[") return single(reader, first);
    const end = first === "{" ? "}" : "]";
    if (ends.push(end) > mostNested) return reader.invalid("exceeded max depth");
    reader.next();
    reader.skip();
    if (reader.peek() === end) return undefined;
  }
}

/** After a value, closes all that ends there, or reads the comma before the next one. */
function close(reader: Reader, ends: string[]): string | undefined {
  for (let end = ends.at(-1); end !== undefined; end = ends.at(-1)) {
    reader.skip();
    const next = reader.peek();
    if (next !== end && next !== ",")
      return reader.invalid(end === "]" ? "after array element" : "after object key:value pair");
    reader.next();
    if (next === ",") return undefined;
    ends.pop();
  }
  return undefined;
}

function single(reader: Reader, first: string): string | undefined {
  if (first === '"') return string(reader);
  if (/[-\d]/.test(first)) return number(reader);
  const word = literals[first];
  return word === undefined ? reader.invalid("looking for beginning of value") : literal(reader, word);
}

const key: Read = (reader) => {
  reader.skip();
  if (reader.peek() !== '"') return reader.invalid("looking for beginning of object key string");
  const problem = string(reader);
  if (problem !== undefined) return problem;
  reader.skip();
  return reader.peek() === ":" ? void reader.next() : reader.invalid("after object key");
};

const string: Read = (reader) => {
  reader.next();
  for (;;) {
    const character = reader.peek();
    if (character === undefined || character < " ") return reader.invalid("in string literal");
    reader.next();
    if (character === '"') return undefined;
    const problem = character === "\\" ? escapeCode(reader) : undefined;
    if (problem !== undefined) return problem;
  }
};

const escapeCode: Read = (reader) => {
  const kind = reader.peek() ?? "";
  if (!/^["\\/bfnrtu]$/.test(kind)) return reader.broken("in string escape code");
  reader.next();
  for (let digits = kind === "u" ? 4 : 0; digits > 0; digits--) {
    if (!/^[\da-fA-F]$/.test(reader.peek() ?? "")) return reader.broken(String.raw`in \u hexadecimal character escape`);
    reader.next();
  }
  return undefined;
};

const number: Read = (reader) => {
  const isDigit = () => /^\d$/.test(reader.peek() ?? "");
  const digits = (where: string) => {
    if (!isDigit()) return reader.broken(where);
    while (isDigit()) reader.next();
    return undefined;
  };
  if (reader.peek() === "-") reader.next();
  const whole = reader.peek() === "0" ? reader.next() : digits("in numeric literal");
  if (typeof whole === "string") return whole;
  if (reader.peek() === ".") {
    reader.next();
    const problem = digits("after decimal point in numeric literal");
    if (problem !== undefined) return problem;
  }
  if (!/^[eE]$/.test(reader.peek() ?? "")) return undefined;
  reader.next();
  if (/^[-+]$/.test(reader.peek() ?? "")) reader.next();
  return digits("in exponent of numeric literal");
};

function literal(reader: Reader, word: string): string | undefined {
  for (const character of word) {
    if (reader.peek() !== character) return reader.broken(`in literal ${word} (expecting '${character}')`);
    reader.next();
  }
  return undefined;
}
