/** Words of which one stands in a text, in any case: made once, when a module is loaded, with `anyOf`. */
export type AnyOf = readonly number[];

/** Every word that anybody asks for, by its place; a word in small letters. */
const words: string[] = [];
const places = new Map<string, number>();
let search: WordSearch | undefined;

/** @param asked in small letters */
export function anyOf(...asked: readonly string[]): AnyOf {
  return asked.map((word) => {
    const known = places.get(word);
    if (known !== undefined) return known;
    search = undefined;
    places.set(word, words.length);
    return words.push(word) - 1;
  });
}

/** Which of all words stand in a text: by their places, 1 or 0. */
export type FoundWords = Uint8Array;

/** @param known what was found in the same text before, which holds unless words have been added since */
export function findWords(text: string, known?: FoundWords): FoundWords {
  if (known?.length === words.length) return known;
  search ??= new WordSearch(words);
  return search.find(text);
}

export function isFound(found: FoundWords, asked: AnyOf): boolean {
  for (const place of asked) if (found[place] === 1) return true;
  return false;
}

/** What `toLowerCase` makes a letter of ASCII of, besides the capitals of ASCII: the sign of the kelvin. */
const kelvin = "\u212a";

/**
 * All words in one pass over a text, however many they are: an automaton of Aho and Corasick (1975), whose states are the beginnings
 * of words and which is in the longest one that the text so far ends with.
 */
class WordSearch {
  readonly #wordCount: number;
  /** By character: 0 for those of no word, a number for each of the others. */
  readonly #classes = new Uint8Array(0x10000);
  readonly #classCount: number;
  /** The next state, by state and class. */
  readonly #next: Uint16Array;
  readonly #seen: Uint8Array;
  /** States in which words end, and which. */
  readonly #ends: readonly (readonly [state: number, words: readonly number[]])[];

  constructor(words: readonly string[]) {
    this.#wordCount = words.length;
    this.#classCount = this.#sortCharacters(words);
    const states = trieOf(words, (code) => this.#classes[code] as number, this.#classCount);
    this.#next = states.next;
    this.#seen = new Uint8Array(states.ends.length);
    this.#ends = states.ends.flatMap((ends, state) => (ends.length > 0 ? [[state, ends] as const] : []));
  }

  #sortCharacters(words: readonly string[]): number {
    const characters = [...new Set(words.join(""))];
    for (const [index, character] of characters.entries()) {
      this.#classes[character.charCodeAt(0)] = index + 1;
      this.#classes[character.toUpperCase().charCodeAt(0)] = index + 1;
      if (character === "k") this.#classes[kelvin.charCodeAt(0)] = index + 1;
    }
    return characters.length + 1;
  }

  find(text: string): FoundWords {
    const [classes, classCount, next, seen] = [this.#classes, this.#classCount, this.#next, this.#seen];
    seen.fill(0);
    let state = 0;
    // Once for each character of a repository: what was seen is looked through afterwards.
    for (let at = 0; at < text.length; at++) {
      state = next[state * classCount + (classes[text.charCodeAt(at)] as number)] as number;
      seen[state] = 1;
    }
    const found = new Uint8Array(this.#wordCount);
    for (const [end, words] of this.#ends) if (seen[end] === 1) for (const word of words) found[word] = 1;
    return found;
  }
}

interface States {
  readonly next: Uint16Array;
  /** By state: words that a text ends with there. */
  readonly ends: readonly (readonly number[])[];
}

/** State 0 is that of no word. A state has 16 bits: words of more than 65,535 characters in all are too many. */
function trieOf(words: readonly string[], classOf: (code: number) => number, classCount: number): States {
  const most = 1 + words.reduce((sum, { length }) => sum + length, 0);
  const next = new Uint16Array(most * classCount);
  const ends: number[][] = [[]];
  // Breadth first, so that the states in which a text mostly is lie side by side.
  let open = words.map((_, index) => ({ index, state: 0 }));
  for (let depth = 0; open.length > 0; depth++) {
    const deeper: typeof open = [];
    for (const { index, state } of open) {
      const word = words[index] ?? "";
      if (depth === word.length) {
        ends[state]?.push(index);
        continue;
      }
      const edge = state * classCount + classOf(word.charCodeAt(depth));
      if (next[edge] === 0) next[edge] = ends.push([]) - 1;
      deeper.push({ index, state: next[edge] as number });
    }
    open = deeper;
  }
  closeTrie(next, ends, classCount);
  return { next: next.slice(0, ends.length * classCount), ends };
}

/** Where no word goes on, goes on with the longest shorter one that the text ends with. A state's are those before it. */
function closeTrie(next: Uint16Array, ends: number[][], classCount: number): void {
  const shorter = new Uint16Array(ends.length);
  for (const [state, own] of ends.entries()) {
    const fallback = shorter[state] as number;
    if (state > 0) own.push(...(ends[fallback] ?? []));
    for (let each = 0; each < classCount; each++) {
      const edge = state * classCount + each;
      const beside = state === 0 ? 0 : (next[fallback * classCount + each] as number);
      const target = next[edge] as number;
      if (target === 0) next[edge] = beside;
      else shorter[target] = beside;
    }
  }
}
