import { formatCount } from "#lib/format-count.ts";

/**
 * How well a text matches what was typed: higher is better; `undefined` where a word of it is not there, in one piece or by its letters in
 * order. The words may stand in any order.
 */
export function matchScore(typed: string, text: string): number | undefined {
  const given = text.toLowerCase();
  const wanted = typed.toLowerCase().trim();
  if (wanted === "") return 0;
  const whole = pieceScore(wanted, given);
  const words = wanted.split(/\s+/);
  if (whole !== undefined || words.length === 1) return whole ?? lettersScore(wanted, given);
  const scores = words.map((word) => pieceScore(word, given) ?? lettersScore(word, given));
  return scores.reduce(
    (sum, score) => (sum === undefined || score === undefined ? undefined : sum + score / words.length),
    0,
  );
}

/** The score of a match in one piece, which is above all others; better near the end, where a path has its file name. */
function pieceScore(wanted: string, given: string): number | undefined {
  const at = given.lastIndexOf(wanted);
  if (at === -1) return undefined;
  return 1000 + startScore(given, at) - (given.length - at - wanted.length) - given.length / 100;
}

/** The score of letters that stand apart; first letters of words and letters side by side count more. */
function lettersScore(wanted: string, given: string): number | undefined {
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

/** Penalty for each step behind equally good items: larger than differences by text length, smaller than those by match position. */
const behindPenalty = 10;

export interface Searched {
  readonly text: string;
  /** How many steps the item comes after equally good ones; 0 by default. */
  readonly behind?: number;
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
    const { text, behind = 0 } = searched(item);
    const score = matchScore(typed, text);
    return score === undefined ? [] : [{ item, score: score - behind * behindPenalty }];
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
