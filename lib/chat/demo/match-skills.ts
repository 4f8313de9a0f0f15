import type { Offer } from "./parse-catalog.ts";
import { decidingWords, groupsOf, joinedRelatedWords, joinedWords, type Word } from "./words.ts";

/** How well a skill's catalog entry fits a request. */
export interface Match {
  readonly offer: Offer;
  /** BM25 over name and description: for comparing skills, not for judging one. */
  readonly score: number;
  /** How much of what the request says the entry says too, from 0 to 1; a rare word counts for more than a common one. */
  readonly share: number;
  /** The request's words that the entry has, or has another word for. */
  readonly words: readonly string[];
  /** Whether one of them stands in the skill's name. */
  readonly isNamed: boolean;
}

/** How many words of a description a word of the name counts for. */
const nameWeight = 3;
/** What another word for the same thing counts, beside the word itself. */
const relatedWeight = 0.5;
/** What a word that no skill speaks of counts in a request: people tell more than what they want done. */
const unknownWeight = 0.5;
/** BM25: how soon it stops to help that a word comes again, and how much a long entry is held against itself. */
const saturation = 1.2;
const lengthWeight = 0.5;

/** A stem, or the number of a group of related words. */
type Term = string | number;

/** What the words of a skill's name and description come to. */
interface Reading {
  /** How often each term stands in them. */
  readonly counts: ReadonlyMap<Term, number>;
  /** The terms of its name. */
  readonly named: ReadonlySet<Term>;
  /** Length of its description, in words that can decide. */
  readonly length: number;
}

interface Entry extends Reading {
  readonly offer: Offer;
}

interface Catalog {
  readonly entries: readonly Entry[];
  readonly meanLength: number;
  /** The places in `entries` of those that have a term, in order. */
  readonly holders: ReadonlyMap<Term, readonly number[]>;
}

type Hit = Word & { readonly weight: number; readonly score: number; readonly counts: number };

/** The skills that have a word in common with the request, the best first; of equals the one offered first. */
export function matchSkills(request: string, offers: readonly Offer[]): Match[] {
  for (const _ of readCatalog(offers));
  const catalog = catalogs.get(offers);
  if (!catalog) return [];
  const asked = requestWords(request, catalog).map((word) => ({ ...word, weight: weightOf(word, catalog) }));
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  const hits = new Map<number, Hit[]>();
  for (const word of asked) {
    for (const [at, hit] of hitsOf(word, catalog)) {
      const known = hits.get(at);
      if (known) known.push({ ...word, ...hit });
      else hits.set(at, [{ ...word, ...hit }]);
    }
  }
  const matches = [...hits.keys()]
    .toSorted((a, b) => a - b)
    .flatMap((at) => matchOf(catalog.entries[at], withoutParts(hits.get(at) ?? []), whole));
  return matches.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
}

function matchOf(entry: Entry | undefined, hits: readonly Hit[], whole: number): readonly Match[] {
  if (!entry) return [];
  return [
    {
      offer: entry.offer,
      score: hits.reduce((sum, { score }) => sum + score, 0),
      share: whole === 0 ? 0 : hits.reduce((sum, { weight, counts }) => sum + weight * counts, 0) / whole,
      words: hits.map(({ written }) => written),
      isNamed: hits.some((word) => termsOf(word).some((term) => entry.named.has(term))),
    },
  ];
}

/** Two words that an entry has as one ("set up") do not count by themselves as well. */
function withoutParts<T extends Word>(hits: readonly T[]): readonly T[] {
  const parts = new Set(hits.flatMap(({ written }) => (written.includes(" ") ? written.split(" ") : [])));
  return hits.filter(({ written }) => !parts.has(written));
}

/** Keyed by the list's identity, which stays through the steps of an answer and mostly into the next one. */
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

/** Harnesses tell the same skills, most of them in the same words. */
const readings = new Map<string, Reading>();
const mostReadings = 4000;

function readingOf({ name, description }: Offer): Reading {
  const key = `${name}\n${description}`;
  const reading = readings.get(key) ?? readWords(name, description);
  if (readings.size >= mostReadings) readings.clear();
  readings.set(key, reading);
  return reading;
}

function readWords(whole: string, description: string): Reading {
  const name = whole.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  const named = [...decidingWords(name), ...joinedWords(name)].flatMap(termsOf);
  const described = decidingWords(withoutExclusions(description));
  const counts = new Map<Term, number>();
  const count = (terms: readonly Term[], weight: number) => {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  count(named, nameWeight);
  count([...described, ...joinedRelatedWords(description)].flatMap(termsOf), 1);
  return { counts, named: new Set(named), length: described.length };
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
  // A word of its own before one that two others make.
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

/** The best that a word, or another for the same thing, scores in each entry that has one of them, and what that counts. */
function hitsOf({ stem }: Word, catalog: Catalog): ReadonlyMap<number, Pick<Hit, "score" | "counts">> {
  const hits = new Map<number, Pick<Hit, "score" | "counts">>();
  for (const [at, score] of scoresOf(stem, catalog)) hits.set(at, { score, counts: 1 });
  for (const group of groupsOf(stem)) {
    for (const [at, score] of scoresOf(group, catalog)) {
      const related = relatedWeight * score;
      if (related > (hits.get(at)?.score ?? 0)) hits.set(at, { score: related, counts: relatedWeight });
    }
  }
  return hits;
}

/** What a term scores in each entry that has it. */
function* scoresOf(term: Term, catalog: Catalog): Generator<readonly [number, number]> {
  const weight = rarity(term, catalog);
  for (const at of catalog.holders.get(term) ?? []) {
    const { counts, length } = catalog.entries[at] ?? { counts: new Map<Term, number>(), length: 0 };
    const count = counts.get(term) ?? 0;
    const penalty = 1 - lengthWeight + lengthWeight * (length / catalog.meanLength);
    yield [at, (weight * count * (saturation + 1)) / (count + saturation * penalty)];
  }
}
