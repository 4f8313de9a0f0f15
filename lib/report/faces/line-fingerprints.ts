const [tab, lineFeed, carriageReturn, space, end] = [9, 10, 13, 32, 65_535];
/** Characters that a line is known by: its own, and what follows where it has fewer. */
const length = 100;
const factor = 37n;
const first = factor ** BigInt(length);

/**
 * For each line of a text what GitHub knows it by from one commit to the next (`primaryLocationLineHash`): a rolling hash over its next
 * hundred characters without blanks, and how many lines above have the same. As GitHub's own upload of SARIF computes it where it finds
 * the file (codeql-action, src/fingerprints.ts), so that it makes no difference who does.
 * @returns the first line's first
 */
export function lineFingerprints(text: string): readonly string[] {
  const window = new Array<number>(length).fill(0);
  const isStart = new Array<boolean>(length).fill(false);
  const counts = new Map<string, number>();
  const found: string[] = [];
  let hash = 0n;
  let at = 0;

  /** Takes in the next character; the line that began a hundred characters before it is known then. */
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

/** The characters that count, with every end of a line as one line feed, and the end of the text. */
function* charactersOf(text: string): Generator<number, void> {
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    const isSecondHalf = character === lineFeed && text.charCodeAt(at - 1) === carriageReturn;
    if (character === space || character === tab || isSecondHalf) continue;
    yield character === carriageReturn ? lineFeed : character;
  }
  yield end;
}
