/** Characters of a text that a reader does not see and a model does. */
export interface HiddenText {
  readonly count: number;
  /** What kinds, in the order found. */
  readonly kinds: readonly HiddenKind[];
  /** 1-based line of the first. */
  readonly line: number;
}

export type HiddenKind = "direction marks" | "tag characters" | "zero-width characters";

/** Joiners (U+200C, U+200D) are left out: emoji and Persian need them. So is a byte-order mark at the start. */
const hidden = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f]|(?!^)\ufeff|\udb40[\udc00-\udc7f]/g;

/** The invisible characters of a text; `undefined` when it holds none. */
export function findHiddenText(text: string): HiddenText | undefined {
  const kinds = new Set<HiddenKind>();
  let count = 0;
  let first = 0;
  for (const { 0: character, index } of text.matchAll(hidden)) {
    if (count === 0) first = index;
    kinds.add(kindOf(character));
    count++;
  }
  if (count === 0) return undefined;
  return { count, kinds: [...kinds], line: text.slice(0, first).split("\n").length };
}

function kindOf(character: string): HiddenKind {
  if (character.length === 2) return "tag characters";
  return /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(character) ? "direction marks" : "zero-width characters";
}
