/** Results derived from texts, for as many characters of text as fit. */
interface TextCache<Result> {
  /** The cached result for this text, or else that of `make` now. */
  get(text: string, make: (text: string) => Result): Result;
  /** The cached result for this text, if any. */
  known(text: string): Result | undefined;
}

/**
 * Keeps the most recent texts, up to `maxLength` characters: in two halves, of which the older is dropped as a whole. Removing the oldest
 * entries one by one from a single map would walk over all entries removed before.
 */
export function createTextCache<Result>(maxLength: number): TextCache<Result> {
  type Kept = { readonly text: string; readonly result: Result };
  let recent = new Map<string, Kept>();
  let older = new Map<string, Kept>();
  let length = 0;
  function keep(key: string, kept: Kept): Result {
    if (length + kept.text.length > maxLength / 2) {
      older = recent;
      recent = new Map();
      length = 0;
    }
    recent.set(key, kept);
    length += kept.text.length;
    return kept.result;
  }
  function find(text: string): Kept | undefined {
    const key = keyOf(text);
    const now = recent.get(key);
    if (now && isOf(now, text)) return now;
    const before = older.get(key);
    if (!before || !isOf(before, text)) return undefined;
    keep(key, before);
    return before;
  }
  return {
    known: (text) => find(text)?.result,
    get(text, make) {
      const found = find(text);
      if (found) return found.result;
      const own = copyOf(text);
      return keep(keyOf(own), { text: own, result: make(own) });
    },
  };
}

/**
 * A copy of a text. V8 keeps the whole string in memory for a part that was cut out of it: a file of ten kilobytes for a frontmatter of two
 * hundred characters.
 */
function copyOf(text: string): string {
  // Through JSON, because no function of the language makes a copy.
  return JSON.parse(JSON.stringify(text)) as string;
}

const sampledLength = 16_384;

/** A short text is its own key, so only its length distinguishes it from a long text whose sample equals it. */
function isOf(kept: { readonly text: string }, text: string): boolean {
  return kept.text.length === text.length && (text.length < sampledLength || kept.text === text);
}

/**
 * V8 hashes a text of `sampledLength` characters or more by its length alone: with thirty texts of one length in a map, each lookup
 * compares the text with all of them. So the key of such a text is a sample of it, and a text with the same sample may replace it.
 */
function keyOf(text: string): string {
  if (text.length < sampledLength) return text;
  const step = text.length >> 6;
  const sample = Array.from({ length: 64 }, (_, index) => text.charAt(index * step));
  return `${text.length} ${sample.join("")} ${text.slice(-256)}`;
}
