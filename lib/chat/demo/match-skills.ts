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

interface Entry {
  readonly offer: Offer;
  /** How often each term stands in it. */
  readonly counts: ReadonlyMap<Term, number>;
  /** The terms of its name. */
  readonly named: ReadonlySet<Term>;
  /** Length of its description, in words that can decide. */
  readonly length: number;
}

interface Catalog {
  readonly entries: readonly Entry[];
  readonly meanLength: number;
  /** The number of entries that have a term. */
  readonly spread: ReadonlyMap<Term, number>;
}

/** The skills that have a word in common with the request, the best first; of equals the one offered first. */
export function matchSkills(request: string, offers: readonly Offer[]): Match[] {
  for (const _ of readCatalog(offers));
  const catalog = catalogs.get(offers);
  if (!catalog) return [];
  const asked = requestWords(request, catalog).map((word) => ({ ...word, weight: weightOf(word, catalog) }));
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  const matches = catalog.entries.map((entry): Match => {
    const hits = withoutParts(
      asked.map((word) => ({ ...word, ...bestHit(word, entry, catalog) })).filter(({ score }) => score > 0),
    );
    return {
      offer: entry.offer,
      score: hits.reduce((sum, { score }) => sum + score, 0),
      share: whole === 0 ? 0 : hits.reduce((sum, { weight, counts }) => sum + weight * counts, 0) / whole,
      words: hits.map(({ written }) => written),
      isNamed: hits.some((word) => termsOf(word).some((term) => entry.named.has(term))),
    };
  });
  return matches.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
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
  const spread = new Map<Term, number>();
  for (const offer of offers) {
    const entry = entryOf(offer);
    entries.push(entry);
    for (const term of entry.counts.keys()) spread.set(term, (spread.get(term) ?? 0) + 1);
    yield;
  }
  const length = entries.reduce((sum, entry) => sum + entry.length, 0);
  catalogs.set(offers, { entries, spread, meanLength: Math.max(1, length / Math.max(1, entries.length)) });
}

function entryOf(offer: Offer): Entry {
  const name = offer.name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  const named = [...decidingWords(name), ...joinedWords(name)].flatMap(termsOf);
  const described = decidingWords(withoutExclusions(offer.description));
  const counts = new Map<Term, number>();
  const count = (terms: readonly Term[], weight: number) => {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  count(named, nameWeight);
  count([...described, ...joinedRelatedWords(offer.description)].flatMap(termsOf), 1);
  return { offer, counts, named: new Set(named), length: described.length };
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

function requestWords(request: string, { spread }: Catalog): Word[] {
  const joined = joinedWords(request).filter(({ stem }) => groupsOf(stem).length > 0 || spread.has(stem));
  // A word of its own before one that two others make.
  return [...new Map([...joined, ...decidingWords(request)].map((word) => [word.stem, word])).values()];
}

/** How rare a term is among the entries. */
function rarity(term: Term, { entries, spread }: Catalog): number {
  const count = spread.get(term) ?? 0;
  return Math.log(1 + (entries.length - count + 0.5) / (count + 0.5));
}

function weightOf(word: Word, catalog: Catalog): number {
  const isKnown = termsOf(word).some((term) => catalog.spread.has(term));
  return (isKnown ? 1 : unknownWeight) * rarity(word.stem, catalog);
}

/** The best that a word, or another for the same thing, scores in an entry, and what that counts. */
function bestHit({ stem }: Word, entry: Entry, catalog: Catalog): { score: number; counts: number } {
  const related = groupsOf(stem).map((group) => relatedWeight * termScore(group, entry, catalog));
  const [exact, best] = [termScore(stem, entry, catalog), Math.max(0, ...related)];
  return best > exact ? { score: best, counts: relatedWeight } : { score: exact, counts: 1 };
}

function termScore(term: Term, { counts, length }: Entry, catalog: Catalog): number {
  const count = counts.get(term) ?? 0;
  if (count === 0) return 0;
  const penalty = 1 - lengthWeight + lengthWeight * (length / catalog.meanLength);
  return (rarity(term, catalog) * count * (saturation + 1)) / (count + saturation * penalty);
}
