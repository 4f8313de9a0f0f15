import { finish, mapInSteps } from "#lib/async/steps.ts";
import { memoText } from "#lib/memo.ts";
import type { Offer } from "./parse-catalog.ts";
import { isMisspelt, leastMisspelt } from "./spelling.ts";
import { type Bag, countTerms, indexTerms, type Scored } from "./term-index.ts";
import {
  decidingWords,
  groupsOf,
  hyphenatedWords,
  isVague,
  type Joined,
  relatedWords,
  type Word,
  wordsAndJoined,
} from "./words.ts";

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
  /** How many words these are, with a vague one for less than one and two joined words for two. */
  readonly evidence: number;
  /** Whether the description has no other words. */
  readonly saysAll: boolean;
  /** Whether one of these words is in the skill's name, and not vague. */
  readonly isNamed: boolean;
}

/** The words of a name together count as much as this many words of the description. */
const nameWeight = 6;
/** The weight of a related word, beside 1 for the word itself. */
const relatedWeight = 0.5;
/** The weight of a vague word, beside 1 for another. */
const vagueWeight = 0.4;
/** The weight in a request of a word that no skill uses: people say more than what they want done. */
const unknownWeight = 0.5;
/** How much a long description lowers the score of its skill (BM25's b). */
const lengthWeight = 0.5;
/** How soon further mentions of a word stop counting (BM25's k1): late, as a description mentions what it is about again. */
const saturation = 3;

/** Number of words up to which a request is taken for typed, and words that nobody knows for misspelt. */
const mostTyped = 100;

/** A stem, or the number of a group of related words. */
type Term = string | number;

/** The terms of a skill's name and description. */
interface Entry extends Bag<Term> {
  readonly named: ReadonlySet<Term>;
  /** The words of the name, and those of the description. */
  readonly texts: readonly (readonly Word[])[];
}

interface Catalog {
  readonly entries: readonly Entry[];
  /** Each word of all names and descriptions once, by its first letter. */
  readonly byLetter: ReadonlyMap<string, readonly Word[]>;
  readonly scored: (term: Term) => Scored;
}

/** Keyed by the list's identity, which stays the same through the steps of an answer and mostly into the next one. */
const catalogs = new WeakMap<readonly Offer[], Catalog>();

/** Reads a catalog for `matchSkills`, once, with a yield after each skill. */
export function* readCatalog(offers: readonly Offer[]): Generator<undefined, Catalog> {
  const before = catalogs.get(offers);
  if (before) return before;
  const entries = yield* mapInSteps(offers, entryOf);
  const scored = indexTerms(entries, { lengthWeight, saturation });
  const said = new Map(entries.flatMap(({ texts }) => texts.flat()).map((word) => [word.written, word]));
  const catalog = { entries, byLetter: Map.groupBy(said.values(), ({ written }) => written.charAt(0)), scored };
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
  const asked = wordsIn(request, catalog).map((word) => ask(word, catalog));
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  const matches = catalog.entries.flatMap(({ counts, named, length }, at): Match[] => {
    const had = asked.filter(({ scores }) => scores[at] !== 0);
    if (had.length === 0) return [];
    let [score, share, evidence] = [0, 0, 0];
    for (const { word, weight, scores } of had) {
      score += scores[at] as number;
      share += (weight / whole) * (counts.has(word.stem) ? 1 : relatedWeight);
      evidence += evidenceOf(word);
    }
    const isNamed = had.some(({ word }) => evidenceOf(word) >= 1 && isIn(named, word));
    const words = had.map(({ word }) => word.written);
    return [{ offer: offers[at] as Offer, score, share, words, evidence, saysAll: words.length === length, isNamed }];
  });
  return matches.sort((a, b) => b.score - a.score);
}

function ask(word: Word | Joined, catalog: Catalog): Asked {
  const { entries, scored } = catalog;
  const scores = new Float64Array(entries.length);
  // Two words joined are worth what they are as one, or what both are: not the sum of these.
  for (const part of partsOf(word)) {
    for (const [at, score] of ask(part, catalog).scores.entries()) scores[at] = (scores[at] as number) + score;
  }
  let isKnown = false;
  for (const term of termsOf(word)) {
    // Two words say so much together that what they are related to is hardly chance.
    const weight = (term === word.stem || "parts" in word ? 1 : relatedWeight) * (isVague(word) ? vagueWeight : 1);
    const { places, scores: added } = scored(term);
    for (const [index, at] of places.entries()) {
      scores[at] = Math.max(scores[at] as number, weight * (added[index] as number));
    }
    isKnown ||= places.length > 0;
  }
  return { word, weight: scored(word.stem).rarity * (isKnown ? 1 : unknownWeight), scores };
}

function partsOf(word: Word | Joined): readonly Word[] {
  return "parts" in word ? word.parts : [];
}

function evidenceOf(word: Word | Joined): number {
  const parts = partsOf(word);
  return parts.length > 1 ? parts.reduce((sum, part) => sum + evidenceOf(part), 0) : isVague(word) ? vagueWeight : 1;
}

function isIn(terms: ReadonlySet<Term>, word: Word | Joined): boolean {
  return [word, ...partsOf(word)].some((one) => termsOf(one).some((term) => terms.has(term)));
}

function entryOf({ name, description }: Offer): Entry {
  const described = describedBy(description);
  const words = decidingWords(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " "));
  const named = [...words, ...hyphenatedWords(name)].flatMap(termsOf);
  const counts = countTerms(described.terms);
  for (const term of named) counts.set(term, (counts.get(term) ?? 0) + nameWeight / words.length);
  return { counts, named: new Set(named), texts: [words, described.words], length: described.words.length };
}

/** Cached, as harnesses offer the same skills, some of them under other names. */
const describedBy = memoText(4000, (description) => {
  const text = withoutExclusions(description);
  const { words, joined } = wordsAndJoined(text);
  return { words, terms: [...words, ...joined, ...hyphenatedWords(text)].flatMap(termsOf) };
});

/** The words of a request that help to choose, each stem once. */
function wordsIn(request: string, { byLetter, scored }: Catalog): (Word | Joined)[] {
  const isKnown = (stem: string) => scored(stem).places.length > 0;
  const { words, joined } = wordsAndJoined(request, isKnown);
  const parts = new Set(joined.flatMap((word) => word.parts.map(({ written }) => written)));
  // A longer text was pasted, not typed.
  const meant = words.length > mostTyped ? () => undefined : (word: Word) => meantBy(word, byLetter);
  const single = words
    .filter(({ written }) => !parts.has(written))
    .map((word) => (isKnown(word.stem) || groupsOf(word.stem).length > 0 ? word : (meant(word) ?? word)));
  return [...new Map([...joined, ...single].map((word) => [word.stem, word])).values()];
}

/** The word of the catalog, or else the related word, that an unknown one misspells. */
function meantBy({ written }: Word, byLetter: Catalog["byLetter"]): Word | undefined {
  if (written.length < leastMisspelt) return undefined;
  const said = byLetter.get(written.charAt(0))?.find((word) => isMisspelt(written, word.written));
  if (said) return said;
  const [meant] = [...relatedWords].filter((word) => isMisspelt(written, word)).flatMap(decidingWords);
  return meant;
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
