import type { Offer } from "./parse-catalog.ts";
import { decidingWords, groupsOf, joinedRelatedWords, joinedWords, type Word } from "./words.ts";

/** How well a skill's catalog entry fits a request. */
export interface Match {
  readonly offer: Offer;
  /** BM25 over name and description: for ranking skills, not for deciding whether one fits. */
  readonly score: number;
  /**
   * The share of the request's words that the entry has too, from 0 to 1; rare words count for more than common ones.
   */
  readonly share: number;
  /** The request's words that the entry has, itself or as a related word. */
  readonly words: readonly string[];
  /** Whether one of these words is in the skill's name. */
  readonly isNamed: boolean;
}

/** A word of the name counts as much as this many words of the description. */
const nameWeight = 3;
/** The weight of a related word, beside 1 for the word itself. */
const relatedWeight = 0.5;
/** The weight in a request of a word that no skill uses: people say more than what they want done. */
const unknownWeight = 0.5;
/** BM25's k1 and b: how soon repeated words stop to count, and how much a long entry is held against itself. */
const saturation = 1.2;
const lengthWeight = 0.5;

/** A stem, or the number of a group of related words. */
type Term = string | number;

/** The terms of a skill's name and description. */
interface Reading {
  /** How often each term occurs in them. */
  readonly counts: ReadonlyMap<Term, number>;
  readonly named: ReadonlySet<Term>;
  /** The length of the description, in deciding words. */
  readonly length: number;
}

interface Entry extends Reading {
  readonly offer: Offer;
}

interface Catalog {
  readonly entries: readonly Entry[];
  readonly meanLength: number;
  /** By term, the indexes in `entries` that have it, ascending. */
  readonly holders: ReadonlyMap<Term, readonly number[]>;
}

/** The result for one word of a request: the entries that have it or a related word, in their order. */
interface Hits {
  readonly word: Word;
  readonly weight: number;
  readonly places: readonly number[];
  /** The word's score in each of these entries, and the share of its weight that counts there. */
  readonly scores: readonly number[];
  readonly counts: readonly number[];
}

/**
 * The skills that share a word with the request, best first; equal ones in the order offered.
 * @param least the smallest share that is reported
 */
export function matchSkills(request: string, offers: readonly Offer[], least = 0): Match[] {
  for (const _ of readCatalog(offers));
  const catalog = catalogs.get(offers);
  if (!catalog) return [];
  const asked = requestWords(request, catalog).map((word) => hitsOf(word, catalog));
  const matches = matchesOf(asked, catalog, least).map(({ at, words, ...match }): Match => {
    const { offer, named } = catalog.entries[at] as Entry;
    const isNamed = words.some((word) => termsOf(word).some((term) => named.has(term)));
    return { offer, ...match, words: words.map(({ written }) => written), isNamed };
  });
  return matches.sort((a, b) => b.score - a.score);
}

/** The matches of the words in each entry that has some of them, in order. */
function matchesOf(asked: readonly Hits[], { entries }: Catalog, least: number) {
  const isPart = partsAmong(asked, entries.length);
  const { scores, shares } = sumsOf(asked, entries.length, isPart);
  const words = new Map<number, Word[]>();
  for (const [at, score] of scores.entries()) if (score > 0 && (shares[at] ?? 0) >= least) words.set(at, []);
  for (const { word, places } of asked) for (const at of places) if (!isPart(word, at)) words.get(at)?.push(word);
  return Array.from(words, ([at, own]) => ({ at, score: scores[at] ?? 0, share: shares[at] ?? 0, words: own }));
}

/**
 * Sums by entry, added in place: a request shares a word with most of hundreds of skills, and few of them come near.
 */
function sumsOf(asked: readonly Hits[], count: number, isPart: (word: Word, at: number) => boolean) {
  const scores = new Float64Array(count);
  const shares = new Float64Array(count);
  let whole = 0;
  for (const { word, weight, places, ...hits } of asked) {
    whole += weight;
    for (const [index, at] of places.entries()) {
      if (isPart(word, at)) continue;
      scores[at] = (scores[at] as number) + (hits.scores[index] as number);
      shares[at] = (shares[at] as number) + weight * (hits.counts[index] as number);
    }
  }
  return { scores, shares: whole === 0 ? new Float64Array(count) : shares.map((sum) => sum / whole) };
}

/**
 * Tells whether an entry has a word only as part of a joined pair that it also has ("set up"): the part alone does not
 * count again.
 */
function partsAmong(asked: readonly Hits[], count: number): (word: Word, at: number) => boolean {
  const joined = new Map<string, Uint8Array>();
  for (const { word, places } of asked) {
    if (!word.written.includes(" ")) continue;
    for (const part of word.written.split(" ")) {
      const holds = joined.get(part) ?? new Uint8Array(count);
      for (const at of places) holds[at] = 1;
      joined.set(part, holds);
    }
  }
  return ({ written }, at) => joined.get(written)?.[at] === 1;
}

/** Keyed by the list's identity, which stays the same through the steps of an answer and mostly into the next one. */
const catalogs = new WeakMap<readonly Offer[], Catalog>();

/** Reads a catalog for `matchSkills`, once, with a yield after each skill. */
export function* readCatalog(offers: readonly Offer[]): Generator<void, void> {
  if (catalogs.has(offers)) return;
  const entries: Entry[] = [];
  const holders = new Map<Term, number[]>();
  for (const [at, offer] of offers.entries()) {
    const entry = { offer, ...readingOf(offer) };
    entries.push(entry);
    for (const term of entry.counts.keys()) {
      const known = holders.get(term);
      if (known) known.push(at);
      else holders.set(term, [at]);
    }
    yield;
  }
  const length = entries.reduce((sum, entry) => sum + entry.length, 0);
  catalogs.set(offers, { entries, holders, meanLength: Math.max(1, length / Math.max(1, entries.length)) });
}

/** Cached, since harnesses offer the same skills, most of them with the same descriptions, and some under other names. */
const readings = new Map<string, Reading>();
const descriptions = new Map<string, Described>();
const mostReadings = 4000;

interface Described {
  readonly terms: readonly Term[];
  readonly length: number;
}

function readingOf({ name, description }: Offer): Reading {
  return remembered(readings, `${name}\n${description}`, () =>
    readWords(
      name,
      remembered(descriptions, description, () => readDescription(description)),
    ),
  );
}

function remembered<Made>(known: Map<string, Made>, key: string, make: () => Made): Made {
  const made = known.get(key) ?? make();
  if (known.size >= mostReadings) known.clear();
  known.set(key, made);
  return made;
}

function readDescription(description: string): Described {
  const words = decidingWords(withoutExclusions(description));
  return { terms: [...words, ...joinedRelatedWords(description)].flatMap(termsOf), length: words.length };
}

function readWords(whole: string, { terms, length }: Described): Reading {
  const name = whole.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  const named = [...decidingWords(name), ...joinedWords(name)].flatMap(termsOf);
  const counts = new Map<Term, number>();
  for (const term of named) counts.set(term, (counts.get(term) ?? 0) + nameWeight);
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, named: new Set(named), length };
}

function termsOf({ stem }: Word): readonly Term[] {
  return [stem, ...groupsOf(stem)];
}

/** A description may say what its skill is not for: "Do NOT use for spreadsheets". */
function withoutExclusions(description: string): string {
  return description.replace(
    /(?:\b(?:do not|don't|never|not) (?:use|trigger|apply|be used|intended|for)\b|\bnot for\b)[^.!?\n]*/gi,
    "",
  );
}

function requestWords(request: string, { holders }: Catalog): Word[] {
  const joined = joinedWords(request).filter(({ stem }) => groupsOf(stem).length > 0 || holders.has(stem));
  // Of one stem, the single word takes the place of a joined pair.
  return [...new Map([...joined, ...decidingWords(request)].map((word) => [word.stem, word])).values()];
}

/** How rare a term is among the entries. */
function rarity(term: Term, { entries, holders }: Catalog): number {
  const count = holders.get(term)?.length ?? 0;
  return Math.log(1 + (entries.length - count + 0.5) / (count + 0.5));
}

function weightOf(word: Word, catalog: Catalog): number {
  const isKnown = termsOf(word).some((term) => catalog.holders.has(term));
  return (isKnown ? 1 : unknownWeight) * rarity(word.stem, catalog);
}

/** The best score of a word or a related one in each entry that has one of them, and its weight there. */
function hitsOf(word: Word, catalog: Catalog): Hits {
  const best = new Map<number, number>();
  const related = new Set<number>();
  eachScore(word.stem, catalog, (at, score) => best.set(at, score));
  for (const group of groupsOf(word.stem)) {
    eachScore(group, catalog, (at, whole) => {
      const score = relatedWeight * whole;
      if (score <= (best.get(at) ?? 0)) return;
      best.set(at, score);
      related.add(at);
    });
  }
  return {
    word,
    weight: weightOf(word, catalog),
    places: [...best.keys()],
    scores: [...best.values()],
    counts: Array.from(best.keys(), (at) => (related.has(at) ? relatedWeight : 1)),
  };
}

/** Calls `tell` with a term's score in each entry that has it. */
function eachScore(term: Term, catalog: Catalog, tell: (at: number, score: number) => void): void {
  const { entries, holders, meanLength } = catalog;
  const weight = rarity(term, catalog);
  for (const at of holders.get(term) ?? []) {
    const { counts, length } = entries[at] as Entry;
    const count = counts.get(term) ?? 0;
    const penalty = 1 - lengthWeight + lengthWeight * (length / meanLength);
    tell(at, (weight * count * (saturation + 1)) / (count + saturation * penalty));
  }
}
