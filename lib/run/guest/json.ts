/** V8's words for texts that are not JSON, and for values that hold themselves: scripts print them, and they name the place. */
const native = { parse: JSON.parse, stringify: JSON.stringify };

export const json = {
  parse(text: unknown, reviver?: (this: unknown, name: string, value: unknown) => unknown): unknown {
    try {
      return native.parse(text as string, reviver);
    } catch (caught) {
      if (!(caught instanceof SyntaxError)) throw caught;
      // A reviver's own error of this kind is kept.
      const problem = problemOf(String(text));
      if (problem === undefined) throw caught;
      // biome-ignore lint/style/useErrorCause: Node's has none, and a cause is printed
      throw new SyntaxError(problem);
    }
  },
  stringify(value: unknown, replacer?: never, space?: string | number): string | undefined {
    try {
      return native.stringify(value, replacer, space);
    } catch (caught) {
      if (!(caught instanceof TypeError) || caught.message !== "circular reference") throw caught;
      // biome-ignore lint/style/useErrorCause: as above
      throw new TypeError(circleIn(value) ?? "Converting circular structure to JSON");
    }
  },
};

/** What is wrong with a text, and where; nothing if it is JSON. */
function problemOf(text: string): string | undefined {
  try {
    const end = skipSpace(text, valueEnd(text, skipSpace(text, 0)));
    return end < text.length ? placed(text, end, "Unexpected non-whitespace character after JSON") : undefined;
  } catch (caught) {
    if (caught instanceof Problem) return caught.message;
    throw caught;
  }
}

class Problem extends Error {}

function placed(text: string, at: number, what: string): string {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  const column = (lines.at(-1) ?? "").length + 1;
  const place = what.includes("after JSON") ? "" : " in JSON";
  return `${what}${place} at position ${at} (line ${lines.length} column ${column})`;
}

function fail(text: string, at: number, what: string): never {
  throw new Problem(placed(text, at, what));
}

/** Signs that are printed on either side of one that is unexpected. */
const around = 10;

/** Nothing in particular was expected here. */
function unexpected(text: string, at: number): never {
  const sign = text[at];
  if (sign === undefined) throw new Problem("Unexpected end of JSON input");
  if (sign === '"') fail(text, at, "Unexpected string");
  if (/[-\d]/.test(sign)) fail(text, at, "Unexpected number");
  if (/^(?:\[object Object\]|NaN|Infinity|undefined)$/.test(text)) throw new Problem(`"${text}" is not valid JSON`);
  const isShort = text.length <= 2 * around;
  const [before, from] = isShort || at < around ? ["", 0] : ["...", at - around];
  const [after, to] = isShort || at >= text.length - around ? ["", text.length] : ["...", at + around];
  throw new Problem(`Unexpected token '${sign}', ${before}"${text.slice(from, to)}"${after} is not valid JSON`);
}

function skipSpace(text: string, at: number): number {
  let end = at;
  while (/[ \t\r\n]/.test(text[end] ?? "")) end++;
  return end;
}

/** @returns where the value ends that begins at `at` */
function valueEnd(text: string, at: number): number {
  const sign = text[at] ?? "";
  if (sign === "{") return objectEnd(text, at);
  if (sign === "[") return listEnd(text, at);
  if (sign === '"') return stringEnd(text, at);
  if (/[-\d]/.test(sign)) return numberEnd(text, at);
  const word = { t: "true", f: "false", n: "null" }[sign];
  if (word === undefined) return unexpected(text, at);
  const wrong = [...word].findIndex((letter, index) => text[at + index] !== letter);
  return wrong < 0 ? at + word.length : unexpected(text, at + wrong);
}

function objectEnd(text: string, start: number): number {
  let at = skipSpace(text, start + 1);
  if (text[at] === "}") return at + 1;
  if (text[at] !== '"') fail(text, at, "Expected property name or '}'");
  for (;;) {
    at = skipSpace(text, stringEnd(text, at));
    if (text[at] !== ":") fail(text, at, "Expected ':' after property name");
    at = skipSpace(text, valueEnd(text, skipSpace(text, at + 1)));
    if (text[at] === "}") return at + 1;
    if (text[at] !== ",") fail(text, at, "Expected ',' or '}' after property value");
    at = skipSpace(text, at + 1);
    if (text[at] !== '"') fail(text, at, "Expected double-quoted property name");
  }
}

function listEnd(text: string, start: number): number {
  let at = skipSpace(text, start + 1);
  if (text[at] === "]") return at + 1;
  for (;;) {
    at = skipSpace(text, valueEnd(text, at));
    if (text[at] === "]") return at + 1;
    if (text[at] !== ",") fail(text, at, "Expected ',' or ']' after array element");
    at = skipSpace(text, at + 1);
  }
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const sign = text[at];
    if (sign === undefined) return fail(text, at, "Unterminated string");
    if (sign === '"') return at + 1;
    if (sign < " ") return fail(text, at, "Bad control character in string literal");
    if (sign !== "\\") continue;
    at++;
    const escaped = text[at];
    if (escaped === undefined) return unexpected(text, at);
    if (!/["\\/bfnrtu]/.test(escaped)) return fail(text, at, "Bad escaped character");
    if (escaped === "u") at = codeEnd(text, at);
  }
}

/** Behind the four digits of `\uXXXX`. */
function codeEnd(text: string, start: number): number {
  for (let at = start + 1; at <= start + 4; at++) {
    if (!/[\da-f]/i.test(text[at] ?? "")) fail(text, at, "Bad Unicode escape");
  }
  return start + 4;
}

function numberEnd(text: string, start: number): number {
  const signed = text[start] === "-" ? start + 1 : start;
  const isZero = text[signed] === "0";
  let at = isZero ? signed + 1 : digitsEnd(text, signed, "No number after minus sign");
  if (isZero && /\d/.test(text[at] ?? "")) fail(text, at, "Unexpected number");
  if (text[at] === ".") at = digitsEnd(text, at + 1, "Unterminated fractional number");
  if (!/e/i.test(text[at] ?? "")) return at;
  const exponent = /[-+]/.test(text[at + 1] ?? "") ? at + 2 : at + 1;
  return digitsEnd(text, exponent, "Exponent part is missing a number");
}

/** @param otherwise what is wrong if there is no digit */
function digitsEnd(text: string, start: number, otherwise: string): number {
  let at = start;
  while (/\d/.test(text[at] ?? "")) at++;
  if (at === start) fail(text, at, otherwise);
  return at;
}

interface Step {
  readonly value: object;
  /** Under what the one before holds it. */
  readonly key: string;
}

/** V8's text about the first value that holds itself. */
function circleIn(value: unknown): string | undefined {
  const path: Step[] = [];
  function visit(given: unknown, key: string): string | undefined {
    const made = given as { toJSON?: (key: string) => unknown } | null;
    const each = typeof made?.toJSON === "function" ? made.toJSON(key) : given;
    if (typeof each !== "object" || each === null) return undefined;
    const start = path.findIndex((step) => step.value === each);
    if (start >= 0) return circleText(path.slice(start), key);
    path.push({ value: each, key });
    for (const [name, inner] of Object.entries(each)) {
      const found = visit(inner, Array.isArray(each) ? `index ${name}` : `property '${name}'`);
      if (found !== undefined) return found;
    }
    path.pop();
    return undefined;
  }
  return visit(value, "");
}

function circleText([first, ...others]: readonly Step[], closing: string): string {
  const classOf = (step: Step | undefined) => `object with constructor '${step?.value.constructor?.name ?? "Object"}'`;
  const lines = others.map((step) => `    |     ${step.key} -> ${classOf(step)}`);
  const shown = lines.length > 3 ? [...lines.slice(0, 2), "    |     ...", lines.at(-1)] : lines;
  const begin = `Converting circular structure to JSON\n    --> starting at ${classOf(first)}`;
  return [begin, ...shown, `    --- ${closing} closes the circle`].join("\n");
}
