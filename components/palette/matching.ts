/** How well a text answers what was typed: more is better; `undefined` where a letter of it is not there in order. */
export function matchScore(typed: string, text: string): number | undefined {
  const [wanted, given] = [typed.toLowerCase().replaceAll(" ", ""), text.toLowerCase()];
  if (wanted === "") return 0;
  const whole = given.lastIndexOf(typed.toLowerCase().trim());
  // The whole of it in one piece, best near the end, where a path has its name.
  if (whole !== -1)
    return 1000 + startScore(given, whole) - (given.length - whole - typed.trim().length) - given.length / 100;
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = given.indexOf(letter, at + 1);
    if (next === -1) return undefined;
    const isStart = next === 0 || /[^a-z0-9]/.test(given[next - 1] ?? "");
    score += next === at + 1 ? 3 : isStart ? 2 : 0;
    at = next;
  }
  return score - given.length / 100;
}

/** What the beginning of a text says is what it is about; the beginning of a file's name says more than its middle. */
function startScore(text: string, at: number): number {
  if (at === 0) return 200;
  return text[at - 1] === "/" ? 100 : 0;
}

/** Which of two that answer alike comes first, stronger than the lengths of their texts, weaker than where the match stands in them. */
const behind = 10;

export interface Searched {
  readonly text: string;
  /** Whether it comes after others that answer what was typed as well. */
  readonly isBehind?: boolean;
}

/** The best of many, with the first of equals ahead. */
export function bestMatches<Item>(
  typed: string,
  items: readonly Item[],
  searched: (item: Item) => Searched,
  most: number,
): readonly Item[] {
  const scored = items.flatMap((item) => {
    const { text, isBehind = false } = searched(item);
    const score = matchScore(typed, text);
    return score === undefined ? [] : [{ item, score: isBehind ? score - behind : score }];
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item);
}
