import { type Bag, countTerms, indexTerms } from "#lib/chat/matching/term-index.ts";
import { decidingWords } from "#lib/chat/matching/words.ts";
import { memoText } from "#lib/memo.ts";

/** A skill as a harness describes it to the model. */
export interface ToldOffer {
  readonly name: string;
  readonly description: string;
}

/** A skill, and a rival that may be picked in its place. */
export interface Overlap {
  readonly skill: string;
  readonly rival: string;
  /** The rival's score for the skill's own text, from 0; the skill's own score is 1. */
  readonly ratio: number;
  /** Words that both descriptions share, in the skill's spelling, the rarest first. */
  readonly words: readonly string[];
}

/** How much a long description lowers the score of its skill (BM25's b). */
const lengthWeight = 0.75;

interface Entry extends Bag<string> {
  /** The first spelling of each stem. */
  readonly written: ReadonlyMap<string, string>;
}

/**
 * The nearest rival of each skill by words: the skill's text is a query over all skills, and the best score of another is divided by its
 * own (google/skill-reach, `overlap.py`). The result says which requests to try, not which of them fail. Skills without a rival are left
 * out.
 * @param least smallest ratio that makes the nearest skill a rival
 */
export function overlapsOf(offers: readonly ToldOffer[], least = 0): readonly Overlap[] {
  const told = readTold(offers);
  return offers.flatMap((_, own) => {
    const scores = told.scoresOf(own);
    const rival = nearest(scores, own);
    return rival < 0 || ratioOf(scores, own, rival) < least ? [] : [told.overlap(own, rival, scores)];
  });
}

function ratioOf(scores: Float64Array, own: number, rival: number): number {
  return (scores[rival] ?? 0) / (scores[own] || 1);
}

/**
 * All rivals of all skills by the same measure, the strongest first. Yields after each skill: there may be thousands.
 * @param least smallest ratio that makes a skill a rival
 */
export function* rivalriesInSteps(
  offers: readonly ToldOffer[],
  least: number,
): Generator<undefined, readonly Overlap[]> {
  const told = readTold(offers);
  const found: Overlap[] = [];
  for (const own of offers.keys()) {
    const scores = told.scoresOf(own);
    for (const [rival, score] of scores.entries())
      if (rival !== own && score > 0 && ratioOf(scores, own, rival) >= least)
        found.push(told.overlap(own, rival, scores));
    yield;
  }
  return found.sort((a, b) => b.ratio - a.ratio);
}

/** The skills of the strongest rivalries in order of first appearance, so that competing skills stand together. */
export function rivalNames(rivalries: readonly Overlap[], most: number): readonly string[] {
  const names = new Set<string>();
  for (const { skill, rival } of rivalries) {
    if (names.size + Number(!names.has(skill)) + Number(!names.has(rival)) > most) break;
    names.add(skill).add(rival);
  }
  return [...names];
}

interface Told {
  /** BM25 score of every skill for the text of this one. The next call overwrites it. */
  scoresOf(own: number): Float64Array;
  overlap(own: number, rival: number, scores: Float64Array): Overlap;
}

function readTold(offers: readonly ToldOffer[]): Told {
  const entries = offers.map(({ name, description }) => entryOf(`${name.replace(/[-_:]/g, " ")} ${description}`));
  const scored = indexTerms(entries, { lengthWeight });
  const sums = new Float64Array(entries.length);
  return {
    scoresOf(own) {
      sums.fill(0);
      for (const term of entries[own]?.counts.keys() ?? []) {
        const { places, scores } = scored(term);
        // By index: these loops run for each word of each skill under each harness.
        for (let at = 0; at < places.length; at++) {
          const place = places[at] as number;
          sums[place] = (sums[place] as number) + (scores[at] as number);
        }
      }
      return sums;
    },
    overlap(own, rival, scores) {
      const shared = [...(entries[own]?.counts.keys() ?? [])].filter((term) => entries[rival]?.counts.has(term));
      const rarest = shared.sort((a, b) => scored(b).rarity - scored(a).rarity || (a < b ? -1 : 1)).slice(0, 8);
      const words = rarest.map((term) => entries[own]?.written.get(term) ?? term);
      const ratio = ratioOf(scores, own, rival);
      return { skill: offers[own]?.name ?? "", rival: offers[rival]?.name ?? "", ratio, words };
    },
  };
}

/** Cached, as most harnesses describe the same skills in the same words. */
const entryOf = memoText(4000, (text): Entry => {
  const words = decidingWords(text);
  // The first spelling of a stem is set last.
  const written = new Map(words.toReversed().map((word) => [word.stem, word.written]));
  return { counts: countTerms(words.map(({ stem }) => stem)), written, length: words.length };
});

/** Index of the best other skill, the first of equals; -1 if none has a word in common. */
function nearest(scores: Float64Array, own: number): number {
  let best = -1;
  let most = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] as number;
    if (at === own || score <= most) continue;
    best = at;
    most = score;
  }
  return best;
}
