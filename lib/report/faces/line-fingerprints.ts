const [tab, lineFeed, carriageReturn, space, end] = [9, 10, 13, 32, 65_535];
/** Characters in the hash of a line: its own, and those after it if it has fewer. */
const length = 100;
const factor = 37n;
const first = factor ** BigInt(length);

/**
 * For each line of a text, the fingerprint by which GitHub recognises the line in later commits (`primaryLocationLineHash`): a rolling hash
 * over its next hundred characters without blanks, and a number that counts equal hashes. Computed exactly as by GitHub's own upload of
 * SARIF when that has the file (codeql-action, src/fingerprints.ts), so that it does not matter which of them computes it.
 * @returns the fingerprints in the order of the lines
 */
export function lineFingerprints(text: string): readonly string[] {
  const window = new Array<number>(length).fill(0);
  const isStart = new Array<boolean>(length).fill(false);
  const counts = new Map<string, number>();
  const found: string[] = [];
  let hash = 0n;
  let at = 0;

  /** Adds the next character to the window, which completes the hash of a line that began a hundred characters before. */
  function take(character: number, startsLine: boolean): void {
    if (isStart[at]) {
      const value = BigInt.asUintN(64, hash).toString(16);
      const count = (counts.get(value) ?? 0) + 1;
      counts.set(value, count);
      found.push(`${value}:${count}`);
    }
    isStart[at] = startsLine;
    hash = BigInt.asUintN(64, factor * hash + BigInt(character) - first * BigInt(window[at] ?? 0));
    window[at] = character;
    at = (at + 1) % length;
  }

  let startsLine = true;
  for (const character of charactersOf(text)) {
    take(character, startsLine);
    startsLine = character === lineFeed;
  }
  for (let rest = 0; rest < length; rest++) take(0, false);
  return found;
}

/** The characters to hash, with every line break as one line feed, and a mark for the end of the text. */
function* charactersOf(text: string): Generator<number, void> {
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    const isSecondHalf = character === lineFeed && text.charCodeAt(at - 1) === carriageReturn;
    if (character === space || character === tab || isSecondHalf) continue;
    yield character === carriageReturn ? lineFeed : character;
  }
  yield end;
}
