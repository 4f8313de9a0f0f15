/** What `toLowerCase` makes a letter of ASCII of, besides the capitals of ASCII: the sign of the kelvin. */
const kelvin = /\u212a/g;

const encoder = new TextEncoder();

/** Which of all words stand in a text: by their places, 1 or 0. */
export type FoundWords = Uint8Array;

/**
 * All words in one pass over a text, however many they are: the automaton of Aho and Corasick (1975). Its states are the beginnings of words,
 * and it is always in the longest one that the text so far ends with. Libraries for it walk objects by character and collect every place;
 * this one walks typed arrays by byte and only says which words occur, as it runs over every byte of a repository.
 */
export class AhoCorasick {
  readonly #wordCount: number;
  /** Bytes of the longest word. */
  readonly #longest: number;
  /** By byte: 0 for those of no word, a number for each of the others, the same for a capital as for its small letter. */
  readonly #classes = new Uint8Array(256);
  /** A state has a row of two to the power of this, as shifting is sooner done than multiplying. */
  readonly #rowBits: number;
  /** The next state, by state and class. */
  readonly #next: Uint16Array;
  readonly #seen: Uint8Array;
  /** By place: a state in which a word ends, and the word. Flat, as they are looked through for each file. */
  readonly #endStates: Uint16Array;
  readonly #endWords: Uint16Array;
  #scratch = new Uint8Array(0);

  constructor(words: readonly string[]) {
    const encoded = words.map((word) => encoder.encode(word));
    this.#wordCount = words.length;
    this.#longest = Math.max(0, ...encoded.map(({ length }) => length));
    this.#rowBits = 32 - Math.clz32(this.#sortBytes(encoded));
    const states = trieOf(
      encoded.map((word) => word.map((byte) => this.#classes[byte] as number)),
      this.#rowBits,
    );
    this.#next = states.next;
    this.#seen = new Uint8Array(states.ends.length);
    this.#endStates = Uint16Array.from(states.ends.flatMap((ends, state) => ends.map(() => state)));
    this.#endWords = Uint16Array.from(states.ends.flat());
  }

  /** Gives each byte of the words a class, which a letter shares with its capital; returns how many classes there are. */
  #sortBytes(words: readonly Uint8Array[]): number {
    const bytes = new Set(words.flatMap((word) => [...word]));
    for (const [index, byte] of [...bytes].entries()) {
      this.#classes[byte] = index + 1;
      const isSmall = byte >= 0x61 && byte <= 0x7a;
      if (isSmall) this.#classes[byte - 0x20] = index + 1;
    }
    return bytes.size;
  }

  find(text: string): FoundWords {
    const [classes, rowBits, next, seen] = [this.#classes, this.#rowBits, this.#next, this.#seen];
    const [bytes, end] = this.#encode(text);
    // From the beginning and from the middle at once, as the processor waits for a state to be read and has time for another. The first
    // goes so far that it ends every word that the second comes into halfway.
    const middle = Math.max(0, Math.floor((end - this.#longest) / 2));
    seen.fill(0);
    let [state, second] = [0, 0];
    // Once for each byte of a repository: what was seen is looked through afterwards.
    for (let at = 0; at < end - middle; at++) {
      state = next[(state << rowBits) | (classes[bytes[at] as number] as number)] as number;
      second = next[(second << rowBits) | (classes[bytes[middle + at] as number] as number)] as number;
      seen[state] = 1;
      seen[second] = 1;
    }
    const found = new Uint8Array(this.#wordCount);
    for (let at = 0; at < this.#endStates.length; at++) {
      if (seen[this.#endStates[at] as number] === 1) found[this.#endWords[at] as number] = 1;
    }
    return found;
  }

  /** As UTF-8, since a byte of an array is read sooner than a character of a text; valid until the next text. */
  #encode(text: string): readonly [bytes: Uint8Array, end: number] {
    if (this.#scratch.length < 3 * text.length) this.#scratch = new Uint8Array(3 * text.length);
    const { written } = encoder.encodeInto(text.replace(kelvin, "k"), this.#scratch);
    return [this.#scratch, written];
  }
}

interface States {
  readonly next: Uint16Array;
  /** By state: words that a text ends with there. */
  readonly ends: readonly (readonly number[])[];
}

/** State 0 is that of no word. A state has 16 bits: words of more than 65,535 bytes in all are too many. */
function trieOf(words: readonly Uint8Array[], rowBits: number): States {
  const most = 1 + words.reduce((sum, { length }) => sum + length, 0);
  const next = new Uint16Array(most << rowBits);
  const ends: number[][] = [[]];
  // Breadth first, so that the states in which a text mostly is lie side by side.
  let open = words.map((word, index) => ({ word, index, state: 0 }));
  for (let depth = 0; open.length > 0; depth++) {
    const deeper: typeof open = [];
    for (const { word, index, state } of open) {
      const symbol = word[depth];
      if (symbol === undefined) {
        ends[state]?.push(index);
        continue;
      }
      const edge = (state << rowBits) | symbol;
      if (next[edge] === 0) next[edge] = ends.push([]) - 1;
      deeper.push({ word, index, state: next[edge] as number });
    }
    open = deeper;
  }
  closeTrie(next, ends, rowBits);
  return { next: next.slice(0, ends.length << rowBits), ends };
}

/** Where no word goes on, goes on with the longest shorter one that the text ends with. A state's are those before it. */
function closeTrie(next: Uint16Array, ends: number[][], rowBits: number): void {
  const shorter = new Uint16Array(ends.length);
  for (const [state, own] of ends.entries()) {
    const fallback = shorter[state] as number;
    if (state > 0) own.push(...(ends[fallback] ?? []));
    for (let each = 0; each < 1 << rowBits; each++) {
      const edge = (state << rowBits) | each;
      const beside = state === 0 ? 0 : (next[(fallback << rowBits) | each] as number);
      const target = next[edge] as number;
      if (target === 0) next[edge] = beside;
      else shorter[target] = beside;
    }
  }
}
