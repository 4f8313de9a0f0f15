import { formatCount } from "#lib/format-count.ts";

/** How well a text matches what was typed: higher is better; `undefined` where not all letters occur in order. */
export function matchScore(typed: string, text: string): number | undefined {
  const [wanted, given] = [typed.toLowerCase().replaceAll(" ", ""), text.toLowerCase()];
  if (wanted === "") return 0;
  const whole = given.lastIndexOf(typed.toLowerCase().trim());
  // A match in one piece; better near the end, where a path has its file name.
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

/** The score for a match's position: a match at the start counts most, one at the start of a file name more than one in its middle. */
function startScore(text: string, at: number): number {
  if (at === 0) return 200;
  return text[at - 1] === "/" ? 100 : 0;
}

/** Penalty for items that come after equally good ones: larger than differences by text length, smaller than those by match position. */
const behind = 10;

export interface Searched {
  readonly text: string;
  /** Whether the item comes after equally good ones. */
  readonly isBehind?: boolean;
}

export interface Matches<Item> {
  readonly best: readonly Item[];
  /** Number of all matches. */
  readonly count: number;
}

/** The best matches, up to `most`; equally good ones stay in order. */
export function bestMatches<Item>(
  typed: string,
  items: readonly Item[],
  searched: (item: Item) => Searched,
  most: number,
): Matches<Item> {
  const scored = items.flatMap((item) => {
    const { text, isBehind = false } = searched(item);
    const score = matchScore(typed, text);
    return score === undefined ? [] : [{ item, score: isBehind ? score - behind : score }];
  });
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, most);
  return { best: best.map(({ item }) => item), count: scored.length };
}

/** @param isCut whether more than `found` may be there */
export function countText({ shown, found, isCut = false }: { shown: number; found: number; isCut?: boolean }): string {
  if (found === 0) return "No results";
  const listed = found > shown || isCut ? `, ${formatCount(shown)} of them listed` : "";
  return `${formatCount(found)}${isCut ? " or more" : ""} found${listed}`;
}
