import { AhoCorasick, type FoundWords } from "./aho-corasick.ts";

/** A set of words of which a text has to contain at least one, ignoring case. Created with `anyOf` once, when a module is loaded. */
export type AnyOf = readonly number[];

/** Every word in any set, in lower case; its index identifies it. */
const words: string[] = [];
const places = new Map<string, number>();
let search: AhoCorasick | undefined;

/** @param asked words in lower case */
export function anyOf(...asked: readonly string[]): AnyOf {
  return asked.map((word) => {
    const known = places.get(word);
    if (known !== undefined) return known;
    search = undefined;
    places.set(word, words.length);
    return words.push(word) - 1;
  });
}

/** @param known earlier result for the same text, still valid unless words have been added since */
export function findWords(text: string, known?: FoundWords): FoundWords {
  if (known?.length === words.length) return known;
  search ??= new AhoCorasick(words);
  return search.find(text);
}

export function isFound(found: FoundWords, asked: AnyOf): boolean {
  for (const place of asked) if (found[place] === 1) return true;
  return false;
}
