/** What values from outside may come to, before anything that calls itself walks them. */
export interface JsonBounds {
  /** Objects and arrays within each other. */
  readonly depth: number;
  /** Values altogether, those within others included. */
  readonly values: number;
}

/** More than a conversation of tens of thousands of messages has; walked in a fraction of a second. */
const jsonBounds: JsonBounds = { depth: 100, values: 5_000_000 };

/**
 * Whether no more than `depth` objects and arrays lie within each other in a JSON text. Looks at characters alone, once
 * and without calling itself, so that it can be asked before the text is parsed.
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

/** Of the characters that tell how deep a text is: codes, since a server looks at megabytes before each answer. */
const codes = {
  quote: 0x22,
  backslash: 0x5c,
  bracket: 0x5b,
  brace: 0x7b,
  endOfArray: 0x5d,
  endOfObject: 0x7d,
} as const;

/** Where the string that begins at `start` ends: an unfinished one with the text, which the parser then refuses. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === codes.backslash) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * Whether a value could have been read from JSON, but for fields that are `undefined`, and keeps to `bounds`. Databases
 * keep much else: dates, maps, holes, circles, one object in two places.
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
  // Each element is one of its own fields, and there are no others.
  if (Array.isArray(value)) return Object.keys(value).length === value.length;
  return Object.prototype.toString.call(value) === "[object Object]";
}

/** What a text says in JSON; `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (caught) {
    if (caught instanceof SyntaxError) return undefined;
    throw caught;
  }
}
