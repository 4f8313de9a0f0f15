import { finish, mapInSteps } from "#lib/async/steps.ts";
import { memoText } from "#lib/memo.ts";
import type { Offer } from "./parse-catalog.ts";
import { type Bag, countTerms, indexTerms, type Scored } from "./term-index.ts";
import { decidingWords, groupsOf, joinedWords, type Word } from "./words.ts";

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
/** How much a long description lowers the score of its skill (BM25's b). */
const lengthWeight = 0.5;

/** A stem, or the number of a group of related words. */
type Term = string | number;

/** The terms of a skill's name and description. */
interface Entry extends Bag<Term> {
  readonly named: ReadonlySet<Term>;
}

interface Catalog {
  readonly entries: readonly Entry[];
  readonly scored: (term: Term) => Scored;
}

/** Keyed by the list's identity, which stays the same through the steps of an answer and mostly into the next one. */
const catalogs = new WeakMap<readonly Offer[], Catalog>();

/** Reads a catalog for `matchSkills`, once, with a yield after each skill. */
export function* readCatalog(offers: readonly Offer[]): Generator<undefined, Catalog> {
  const before = catalogs.get(offers);
  if (before) return before;
  const entries = yield* mapInSteps(offers, entryOf);
  const catalog = { entries, scored: indexTerms(entries, lengthWeight) };
  catalogs.set(offers, catalog);
  return catalog;
}

/** A word of a request. */
interface Asked {
  readonly word: Word;
  readonly weight: number;
  /** By entry, what the word adds to its score; 0 where the entry has neither it nor a related word. */
  readonly scores: Float64Array;
}

/** The skills that share a word with the request, best first; equal ones in the order offered. */
export function matchSkills(request: string, offers: readonly Offer[]): Match[] {
  const catalog = finish(readCatalog(offers));
  const asked = wordsIn(request).map((word) => ask(word, catalog));
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  const matches = catalog.entries.flatMap(({ counts, named }, at): Match[] => {
    const had = asked.filter(({ scores }) => scores[at] !== 0);
    if (had.length === 0) return [];
    let [score, share] = [0, 0];
    for (const { word, weight, scores } of had) {
      score += scores[at] as number;
      share += (weight / whole) * (counts.has(word.stem) ? 1 : relatedWeight);
    }
    const isNamed = had.some(({ word }) => termsOf(word).some((term) => named.has(term)));
    return [{ offer: offers[at] as Offer, score, share, words: had.map(({ word }) => word.written), isNamed }];
  });
  return matches.sort((a, b) => b.score - a.score);
}

function ask(word: Word, { entries, scored }: Catalog): Asked {
  const scores = new Float64Array(entries.length);
  let isKnown = false;
  for (const term of termsOf(word)) {
    const weight = term === word.stem ? 1 : relatedWeight;
    const { places, scores: added } = scored(term);
    for (const [index, at] of places.entries()) {
      scores[at] = Math.max(scores[at] as number, weight * (added[index] as number));
    }
    isKnown ||= places.length > 0;
  }
  return { word, weight: scored(word.stem).rarity * (isKnown ? 1 : unknownWeight), scores };
}

function entryOf({ name, description }: Offer): Entry {
  const { terms, length } = describedBy(description);
  const named = decidingWords(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")).flatMap(termsOf);
  const counts = countTerms(terms);
  for (const term of named) counts.set(term, (counts.get(term) ?? 0) + nameWeight);
  return { counts, named: new Set(named), length };
}

/** Cached, as harnesses offer the same skills, some of them under other names. */
const describedBy = memoText(4000, (description) => {
  const words = decidingWords(withoutExclusions(description));
  return { terms: [...words, ...joinedWords(description)].flatMap(termsOf), length: words.length };
});

/** The words of a request that help to choose, each stem once; a single word takes the place of a joined pair. */
function wordsIn(request: string): Word[] {
  return [...new Map([...joinedWords(request), ...decidingWords(request)].map((word) => [word.stem, word])).values()];
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
