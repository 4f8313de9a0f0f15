/** The only character besides ASCII capitals that `toLowerCase` turns into an ASCII letter: the kelvin sign. */
const kelvin = /\u212a/g;

const encoder = new TextEncoder();

/** Which of all words occur in a text: 1 or 0 at the index of each word. */
export type FoundWords = Uint8Array;

/**
 * Finds all words in one pass over a text, however many they are: the automaton of Aho and Corasick (1975). Its states are prefixes of
 * words, and it is always in the longest prefix that the text so far ends with. Libraries for it walk objects by character and collect
 * every position; this one walks typed arrays by byte and only says which words occur, because it runs over every byte of a repository.
 */
export class AhoCorasick {
  readonly #wordCount: number;
  /** Bytes of the longest word. */
  readonly #longest: number;
  /** Class of each byte: 0 if no word has it, otherwise a number that a capital shares with its small letter. */
  readonly #classes = new Uint8Array(256);
  /** Bits of a state's row: its length is a power of two, because shifting is faster than multiplying. */
  readonly #rowBits: number;
  /** The next state, by state and class. */
  readonly #next: Uint16Array;
  readonly #seen: Uint8Array;
  /** Pairs of a state in which a word ends, and the index of that word. Flat arrays, because they are scanned for each file. */
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

  /** Gives each byte of the words a class, which a letter shares with its capital; returns the number of classes. */
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
    // Runs from the beginning and from the middle at once: while the processor waits for one state to be loaded it has time for the other.
    // The first run continues until it has found every word that begins before the middle.
    const middle = Math.max(0, Math.floor((end - this.#longest) / 2));
    seen.fill(0);
    let [state, second] = [0, 0];
    // Runs once for each byte of a repository, so it only marks states; the words are looked up afterwards.
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

  /** The text as UTF-8, because reading a byte of an array is faster than reading a character of a text. Valid until the next call. */
  #encode(text: string): readonly [bytes: Uint8Array, end: number] {
    if (this.#scratch.length < 3 * text.length) this.#scratch = new Uint8Array(3 * text.length);
    const { written } = encoder.encodeInto(text.replace(kelvin, "k"), this.#scratch);
    return [this.#scratch, written];
  }
}

interface States {
  readonly next: Uint16Array;
  /** By state: indexes of the words that end there. */
  readonly ends: readonly (readonly number[])[];
}

/** State 0 is the empty prefix. A state has 16 bits, so all words together may have at most 65,535 bytes. */
function trieOf(words: readonly Uint8Array[], rowBits: number): States {
  const most = 1 + words.reduce((sum, { length }) => sum + length, 0);
  const next = new Uint16Array(most << rowBits);
  const ends: number[][] = [[]];
  // Breadth first, so that the most frequent states lie side by side.
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

/**
 * Where no word continues, leads to the state of the longest shorter prefix that the text ends with. Such states have smaller numbers, so
 * they are complete by then.
 */
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
