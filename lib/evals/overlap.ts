import { decidingWords } from "#lib/chat/demo/words.ts";

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

/** The usual parameters of BM25. */
const saturation = 1.2;
const lengthWeight = 0.75;

interface Entry {
  readonly name: string;
  /** Occurrences by stem. */
  readonly counts: ReadonlyMap<string, number>;
  /** The first spelling of each stem. */
  readonly written: ReadonlyMap<string, string>;
  readonly length: number;
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

/** For one term: the skills that have it, and the score it adds to each. */
interface Scored {
  readonly places: readonly number[];
  readonly scores: readonly number[];
  readonly rarity: number;
}

function readTold(offers: readonly ToldOffer[]): Told {
  const entries = offers.map(entryOf);
  const holders = new Map<string, number[]>();
  let length = 0;
  for (const [at, entry] of entries.entries()) {
    length += entry.length;
    for (const term of entry.counts.keys()) {
      const known = holders.get(term);
      if (known) known.push(at);
      else holders.set(term, [at]);
    }
  }
  const meanLength = Math.max(1, length / Math.max(1, entries.length));
  /** What each term adds to the skills that have it, whatever the query. */
  const scored = new Map<string, Scored>();
  for (const [term, places] of holders) {
    const rarity = Math.log(1 + (entries.length - places.length + 0.5) / (places.length + 0.5));
    const scores: number[] = [];
    for (const at of places) scores.push(rarity * frequency(entries[at] as Entry, term, meanLength));
    scored.set(term, { places, scores, rarity });
  }
  const sums = new Float64Array(entries.length);
  const rarityOf = (term: string) => scored.get(term)?.rarity ?? 0;
  return {
    scoresOf(own) {
      sums.fill(0);
      for (const term of entries[own]?.counts.keys() ?? []) {
        const { places, scores } = scored.get(term) as Scored;
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
      const rarest = shared.sort((a, b) => rarityOf(b) - rarityOf(a) || (a < b ? -1 : 1)).slice(0, 8);
      const words = rarest.map((term) => entries[own]?.written.get(term) ?? term);
      const ratio = ratioOf(scores, own, rival);
      return { skill: entries[own]?.name ?? "", rival: entries[rival]?.name ?? "", ratio, words };
    },
  };
}

/** Cached entries: most harnesses describe the same skills in the same words. */
const known = new Map<string, Entry>();
const mostKnown = 4000;

function entryOf({ name, description }: ToldOffer): Entry {
  const key = `${name}\n${description}`;
  const entry = known.get(key) ?? readEntry(name, description);
  if (known.size >= mostKnown) known.clear();
  known.set(key, entry);
  return entry;
}

function readEntry(name: string, description: string): Entry {
  const words = decidingWords(`${name.replace(/[-_:]/g, " ")} ${description}`);
  const counts = new Map<string, number>();
  const forms = new Map<string, string>();
  for (const { stem, written } of words) {
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
    if (!forms.has(stem)) forms.set(stem, written);
  }
  return { name, counts, written: forms, length: words.length };
}

function frequency({ counts, length }: Entry, term: string, meanLength: number): number {
  const count = counts.get(term) ?? 0;
  const penalty = 1 - lengthWeight + (lengthWeight * length) / meanLength;
  return (count * (saturation + 1)) / (count + saturation * penalty);
}

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
