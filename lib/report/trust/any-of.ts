import { AhoCorasick, type FoundWords } from "./aho-corasick.ts";

/** Words of which one stands in a text, in any case: made once, when a module is loaded, with `anyOf`. */
export type AnyOf = readonly number[];

/** Every word that anybody asks for, by its place; a word in small letters. */
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

/** @param known what was found in the same text before, which holds unless words have been added since */
export function findWords(text: string, known?: FoundWords): FoundWords {
  if (known?.length === words.length) return known;
  search ??= new AhoCorasick(words);
  return search.find(text);
}

export function isFound(found: FoundWords, asked: AnyOf): boolean {
  for (const place of asked) if (found[place] === 1) return true;
  return false;
}
