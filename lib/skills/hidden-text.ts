/** Characters in a text that a person does not see and a model reads. */
export interface HiddenText {
  readonly count: number;
  /** Kinds of characters, in the order found. */
  readonly kinds: readonly HiddenKind[];
  /** 1-based line of the first one. */
  readonly line: number;
}

export type HiddenKind = "direction marks" | "tag characters" | "zero-width characters";

/** A fast test, above all on ASCII: a text that it does not match has no hidden characters. */
const suspect = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\udb40]/;

/** The invisible characters of a text; `undefined` when there are none. */
export function findHiddenText(text: string): HiddenText | undefined {
  const kinds = new Set<HiddenKind>();
  let count = 0;
  let first = 0;
  const start = text.search(suspect);
  // Character by character: an expression would make an object of each match, and a hostile text may consist of matches.
  for (let i = start; i >= 0 && i < text.length; i++) {
    const kind = kindAt(text, i);
    if (!kind) continue;
    if (count === 0) first = i;
    kinds.add(kind);
    count++;
  }
  if (count === 0) return undefined;
  return { count, kinds: [...kinds], line: lineAt(text, first) };
}

/** Joiners (U+200C, U+200D) are left out: emoji and Persian need them. So is a byte-order mark at the start. */
function kindAt(text: string, index: number): HiddenKind | undefined {
  const code = text.charCodeAt(index);
  if (code < 0x200b) return undefined;
  if (code === 0x200e || code === 0x200f || isIn(code, 0x202a, 0x202e) || isIn(code, 0x2066, 0x2069)) {
    return "direction marks";
  }
  if (code === 0x200b || isIn(code, 0x2060, 0x2064) || isIn(code, 0x206a, 0x206f)) return "zero-width characters";
  if (code === 0xfeff) return index > 0 ? "zero-width characters" : undefined;
  return code === 0xdb40 && isIn(text.charCodeAt(index + 1), 0xdc00, 0xdc7f) ? "tag characters" : undefined;
}

function isIn(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < index; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
