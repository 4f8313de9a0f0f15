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

/** A word of a name counts as so many of a description. */
const nameWeight = 3;
/** What another word for the same thing counts, beside the word itself. */
const relatedWeight = 0.5;
/** What a word that no skill speaks of counts in a request: people tell more than what they want done. */
const unknownWeight = 0.5;
/** BM25: how soon it stops to help that a word comes again, and how much a long entry is held against itself. */
const saturation = 1.2;
const lengthWeight = 0.5;

/** The skills that have a word in common with the request, the best first; of equals the one offered first. */
export function matchSkills(request: string, offers: readonly Offer[]): Match[] {
  for (const _ of readCatalog(offers));
  const { entries, index } = lastRead ?? nothingRead;
  const words = requestWords(request, index);
  const whole = words.reduce((sum, word) => sum + weightOf(word, index), 0);
  const matches = entries.map((entry): Match => {
    const hits = words.map((word) => ({ word, ...bestHit(word, entry, index) })).filter(({ score }) => score > 0);
    const met = hits.reduce((sum, { word, weight }) => sum + weight * weightOf(word, index), 0);
    return {
      offer: entry.offer,
      score: hits.reduce((sum, { score }) => sum + score, 0),
      share: whole === 0 ? 0 : met / whole,
      words: hits.map(({ word }) => word.written),
      isNamed: hits.some(({ word }) => termsOf(word).some((term) => entry.named.has(term))),
    };
  });
  return matches.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
}

interface ReadCatalog {
  readonly offers: readonly Offer[];
  readonly entries: readonly Entry[];
  readonly index: Index;
}

const nothingRead: ReadCatalog = { offers: [], entries: [], index: createIndex([]) };
let lastRead: ReadCatalog | undefined;

/**
 * Reads a catalog for `matchSkills`, with a yield after each skill. It is the same at each step of an answer, and mostly
 * in the next one: then there is nothing to do.
 */
export function* readCatalog(offers: readonly Offer[]): Generator<void, void> {
  const isSame =
    lastRead?.offers.length === offers.length &&
    lastRead.offers.every(({ name, description }, at) => {
      return name === offers[at]?.name && description === offers[at]?.description;
    });
  if (lastRead && isSame) {
    const entries = lastRead.entries.map((entry, at) => ({ ...entry, offer: offers[at] ?? entry.offer }));
    lastRead = { ...lastRead, entries };
    return;
  }
  const entries: Entry[] = [];
  for (const offer of offers) {
    entries.push(entryOf(offer));
    yield;
  }
  lastRead = { offers, entries, index: createIndex(entries) };
}

interface Entry {
  readonly offer: Offer;
  /** How often each stem, and each group of related words (by its number), stands in it. */
  readonly counts: ReadonlyMap<string | number, number>;
  /** Those of its name. */
  readonly named: ReadonlySet<string | number>;
  readonly length: number;
}

function entryOf(offer: Offer): Entry {
  const counts = new Map<string | number, number>();
  const count = (words: readonly Word[], weight: number) => {
    for (const word of words) for (const term of termsOf(word)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  const described = decidingWords(withoutExclusions(offer.description));
  const name = offer.name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  const ofName = [...decidingWords(name), ...joinedWords(name)];
  count(ofName, nameWeight);
  count(described, 1);
  count(joinedRelatedWords(offer.description), 1);
  return { offer, counts, named: new Set(ofName.flatMap(termsOf)), length: described.length };
}

/** A word's stem, and the groups of related words that it is in. */
function termsOf({ stem }: Word): readonly (string | number)[] {
  return [stem, ...groupsOf(stem)];
}

/** A description may say what its skill is not for: "Do NOT use for spreadsheets". */
function withoutExclusions(description: string): string {
  return description.replace(
    /(?:\b(?:do not|don't|never|not) (?:use|trigger|apply|be used|intended|for)\b|\bnot for\b)[^.!?\n]*/gi,
    "",
  );
}

interface Index {
  readonly size: number;
  readonly meanLength: number;
  /** In how many entries a term stands. */
  readonly spread: ReadonlyMap<string | number, number>;
}

function createIndex(entries: readonly Entry[]): Index {
  const spread = new Map<string | number, number>();
  for (const { counts } of entries) for (const term of counts.keys()) spread.set(term, (spread.get(term) ?? 0) + 1);
  const length = entries.reduce((sum, entry) => sum + entry.length, 0);
  return { size: entries.length, meanLength: Math.max(1, length / Math.max(1, entries.length)), spread };
}

function requestWords(request: string, index: Index): Word[] {
  const joined = joinedWords(request).filter(({ stem }) => groupsOf(stem).length > 0 || index.spread.has(stem));
  // A word of its own before one that two others make.
  const byStem = new Map([...joined, ...decidingWords(request)].map((word) => [word.stem, word]));
  return [...byStem.values()];
}

/** How rare a term is among the entries. */
function rarity(term: string | number, { size, spread }: Index): number {
  const count = spread.get(term) ?? 0;
  return Math.log(1 + (size - count + 0.5) / (count + 0.5));
}

function weightOf(word: Word, index: Index): number {
  const isKnown = termsOf(word).some((term) => index.spread.has(term));
  const { stem } = word;
  return isKnown ? rarity(stem, index) : unknownWeight * rarity(stem, index);
}

function bestHit({ stem }: Word, entry: Entry, index: Index): { score: number; weight: number } {
  const exact = { score: termScore(stem, entry, index), weight: 1 };
  const related = groupsOf(stem).map((group) => {
    return { score: relatedWeight * termScore(group, entry, index), weight: relatedWeight };
  });
  return [exact, ...related].reduce((best, hit) => (hit.score > best.score ? hit : best));
}

function termScore(term: string | number, { counts, length }: Entry, index: Index): number {
  const count = counts.get(term) ?? 0;
  if (count === 0) return 0;
  const penalty = 1 - lengthWeight + lengthWeight * (length / index.meanLength);
  return (rarity(term, index) * count * (saturation + 1)) / (count + saturation * penalty);
}
