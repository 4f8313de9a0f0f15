/** The limits of values from outside, checked before recursive code walks them. */
export interface JsonBounds {
  /** The nesting depth of objects and arrays. */
  readonly depth: number;
  /** The number of values, including nested ones. */
  readonly values: number;
}

/** More than a conversation of tens of thousands of messages has; walked in a fraction of a second. */
const jsonBounds: JsonBounds = { depth: 100, values: 5_000_000 };

/**
 * Whether objects and arrays in a JSON text are nested at most `depth` deep. Scans the characters once, without
 * recursion, so that it can be called before the text is parsed.
 */
export function isShallowText(text: string, { depth }: Pick<JsonBounds, "depth"> = jsonBounds): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case codes.quote:
        at = endOfString(text, at);
        break;
      case codes.bracket:
      case codes.brace:
        if (++open > depth) return false;
        break;
      case codes.endOfArray:
      case codes.endOfObject:
        open--;
    }
  }
  return true;
}

/** Codes of the characters that determine the depth: numbers, since a server scans megabytes before each answer. */
const codes = {
  quote: 0x22,
  backslash: 0x5c,
  bracket: 0x5b,
  brace: 0x7b,
  endOfArray: 0x5d,
  endOfObject: 0x7d,
} as const;

/**
 * The end of the string that begins at `start`; the end of the text for an unfinished one, which the parser then
 * refuses.
 */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === codes.backslash) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * Whether a value could have been parsed from JSON, except for fields that are `undefined`, and keeps to `bounds`.
 * Databases store much else: dates, maps, holes, cycles, one object in two places.
 */
export function isPlainJson(value: unknown, bounds: JsonBounds = jsonBounds): boolean {
  const seen = new Set<unknown>();
  let level: readonly unknown[] = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length;
    if (depth > bounds.depth || count > bounds.values || !level.every(isPlain)) return false;
    const holders = level.filter((one): one is object => typeof one === "object" && one !== null);
    for (const holder of holders) if (seen.size === seen.add(holder).size) return false;
    level = holders.flatMap((holder) => Object.values(holder));
  }
  return true;
}

function isPlain(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return typeof value !== "bigint";
  if (value === null) return true;
  // Each element is an own field, and there are no others.
  if (Array.isArray(value)) return Object.keys(value).length === value.length;
  return Object.prototype.toString.call(value) === "[object Object]";
}

/** The value of a JSON text; `undefined` when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (caught) {
    if (caught instanceof SyntaxError) return undefined;
    throw caught;
  }
}

/** Whether a value is an object of JSON: no list, and not `null`. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
