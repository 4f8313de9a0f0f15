import { decidingWords } from "#lib/chat/demo/words.ts";

/** A skill as a harness told its model of it. */
export interface ToldOffer {
  readonly name: string;
  readonly description: string;
}

/** A skill that another may be picked in place of. */
export interface Overlap {
  readonly skill: string;
  readonly rival: string;
  /** How well the rival answers to what the skill says of itself, from 0; the skill itself answers with 1. */
  readonly ratio: number;
  /** Words that both are told with, as the skill has them, the rarest first. */
  readonly words: readonly string[];
}

/** BM25, as search engines have it. */
const saturation = 1.2;
const lengthWeight = 0.75;

interface Entry {
  readonly name: string;
  /** By the stem of a word. */
  readonly counts: ReadonlyMap<string, number>;
  /** How each stem is written first. */
  readonly written: ReadonlyMap<string, string>;
  readonly length: number;
}

/**
 * For each skill its nearest rival by words: what it says of itself is asked of all skills, and the best other one's score is held against
 * its own (google/skill-reach, `overlap.py`). It says where to try requests, not which of them fail. Skills without a rival are left out.
 */
export function overlapsOf(offers: readonly ToldOffer[]): readonly Overlap[] {
  const told = readTold(offers);
  return offers.flatMap((_, own) => {
    const scores = told.scoresOf(own);
    const rival = nearest(scores, own);
    return rival < 0 ? [] : [told.overlap(own, rival, scores)];
  });
}

/**
 * All rivals of all skills by the same measure, from a ratio on, the strongest first. Yields after each skill: there may be thousands.
 * @param least the ratio from which on a rival is one
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
      if (rival !== own && score > 0 && score / (scores[own] || 1) >= least)
        found.push(told.overlap(own, rival, scores));
    yield;
  }
  return found.sort((a, b) => b.ratio - a.ratio);
}

/** The skills of the strongest rivalries, in the order in which they come first: those that compete stand together. */
export function rivalNames(rivalries: readonly Overlap[], most: number): readonly string[] {
  const names = new Set<string>();
  for (const { skill, rival } of rivalries) {
    if (names.size + Number(!names.has(skill)) + Number(!names.has(rival)) > most) break;
    names.add(skill).add(rival);
  }
  return [...names];
}

interface Told {
  /** How well each skill answers to what this one says of itself, by BM25. */
  scoresOf(own: number): Float64Array;
  overlap(own: number, rival: number, scores: Float64Array): Overlap;
}

/** By a term: the skills that have it, and what each scores by it. */
interface Scored {
  readonly places: Uint32Array;
  readonly scores: Float64Array;
}

function readTold(offers: readonly ToldOffer[]): Told {
  const entries = offers.map(entryOf);
  /** What each of those that have a term scores by it, whoever asks. */
  const scored = new Map<string, Scored>();
  const holders = new Map<string, number[]>();
  for (const [at, { counts }] of entries.entries())
    for (const term of counts.keys()) {
      const known = holders.get(term);
      if (known) known.push(at);
      else holders.set(term, [at]);
    }
  const meanLength = Math.max(1, entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length));
  const rarity = (term: string) => {
    const count = holders.get(term)?.length ?? 0;
    return Math.log(1 + (entries.length - count + 0.5) / (count + 0.5));
  };
  const termsOf = (at: number) => [...(entries[at]?.counts.keys() ?? [])];
  const scoresBy = (term: string): Scored => {
    const known = scored.get(term);
    if (known) return known;
    const weight = rarity(term);
    const places = Uint32Array.from(holders.get(term) ?? []);
    const scores = Float64Array.from(places, (at) => weight * frequency(entries[at], term, meanLength));
    const made = { places, scores };
    scored.set(term, made);
    return made;
  };
  return {
    scoresOf(own) {
      const sums = new Float64Array(entries.length);
      for (const term of termsOf(own)) {
        const { places, scores } = scoresBy(term);
        // By index: these loops run for each word of each skill under each harness.
        for (let at = 0; at < places.length; at++) {
          const place = places[at] as number;
          sums[place] = (sums[place] as number) + (scores[at] as number);
        }
      }
      return sums;
    },
    overlap(own, rival, scores) {
      const shared = termsOf(own).filter((term) => entries[rival]?.counts.has(term));
      const rarest = shared.toSorted((a, b) => rarity(b) - rarity(a) || (a < b ? -1 : 1)).slice(0, 8);
      const words = rarest.map((term) => entries[own]?.written.get(term) ?? term);
      const ratio = (scores[rival] ?? 0) / (scores[own] || 1);
      return { skill: entries[own]?.name ?? "", rival: entries[rival]?.name ?? "", ratio, words };
    },
  };
}

/** Harnesses tell the same skills, most of them in the same words. */
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

function frequency(entry: Entry | undefined, term: string, meanLength: number): number {
  const count = entry?.counts.get(term) ?? 0;
  const penalty = 1 - lengthWeight + (lengthWeight * (entry?.length ?? 0)) / meanLength;
  return (count * (saturation + 1)) / (count + saturation * penalty);
}

/** The best of the others, the first of equals; -1 where none has a word in common. */
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
