import { stemmer } from "@orama/stemmers/english";
import { relatedWords } from "./related-words.ts";

/** A word of a text that can decide what the text is about. */
export interface Word {
  /** As written, in lower case. */
  readonly written: string;
  /** What it has in common with its other forms: `deploy` of `deploying`. */
  readonly stem: string;
}

/** Words that say nothing about what a skill is for, and those that every catalog line holds. */
const common = new Set(
  (
    "a about after again ain all already also always am an and another any anyone anything are aren as at back be been before being " +
    "both but by came can cannot could couldn d did didn do does doesn doing don done each either else etc even ever every everything few fine file files find first for found from " +
    "get gets getting give given go goes going gone good got great had has hasn have haven having he hello help helped helps her here hey hi him his how i if in instead into is " +
    "isn it its just keep know last late lately let like ll look lot m made make many may maybe me might mine more most much must my need " +
    "needs never new night no nope not nothing now of off ok okay on once one only or other our out over own perfect please put re really right s same " +
    "say see shall she should show since skill skills so some somebody someone something soon still such sure t take tell than thank thanks that " +
    "the their them then there these they thing things this those thought through time to today tomorrow tonight too try twice two up us use used user users using ve very " +
    "want wants was way we week well went were what when where whether which while who whole whose why will with within without won work works would wouldn " +
    "yes yesterday yet you your yours"
  ).split(" "),
);

/** Longer words are cut: nobody types them. */
const longest = 40;

/**
 * The words of a text that can decide, in order. An apostrophe ends a word ("what's", "customer's"), `+` and `#` after
 * one belong to it (`AFL++` is `aflpp`, `C#` is `csharp`). CJK counts as pairs of characters.
 */
export function decidingWords(text: string): Word[] {
  const pairs = (normal(text).match(cjk) ?? []).flatMap((run) =>
    Array.from(run.slice(1), (_, index) => run.slice(index, index + 2)),
  );
  return [...everyWord(text).filter((word) => !common.has(word)), ...pairs].map(wordOf);
}

/** Each two words of a text as one: `clean up` is `cleanup`, `pre-commit` is `precommit`. */
export function joinedWords(text: string): Word[] {
  return pairsIn(text).map(wordOf);
}

/** Those of them that are in a group of related words. */
export function joinedRelatedWords(text: string): Word[] {
  const likely = pairsIn(text).filter((pair) => starts.has(pair.slice(0, startLength)));
  return likely.map(wordOf).filter(({ stem }) => groups.has(stem));
}

/** A word and its stem begin alike: to look at that first spares most of the work. */
const startLength = 5;

function pairsIn(text: string): string[] {
  const words = everyWord(text);
  const pairs = [words, words.filter((word) => !common.has(word))].flatMap((some) =>
    some.slice(1).map((word, index) => `${some[index]}${word}`),
  );
  return [...new Set(pairs)];
}

/** Numbers of the groups of words that mean the same in which a stem stands. */
export function groupsOf(stem: string): readonly number[] {
  return groups.get(stem) ?? [];
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;

function everyWord(text: string): string[] {
  return Array.from(normal(text).matchAll(/[\p{L}\p{N}]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu), ([word]) =>
    word.replace("++", "pp").replace("#", "sharp"),
  );
}

function normal(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Catalogs say the same words again and again, and are gone through at each step of an answer. */
const stems = new Map<string, string>();
const mostStems = 20_000;

function wordOf(written: string): Word {
  const stem = stems.get(written) ?? stemmer(written.slice(0, longest));
  if (stems.size >= mostStems) stems.clear();
  stems.set(written, stem);
  return { written, stem };
}

const groups = groupsByStem();
const starts = new Set([...groups.keys()].map((stem) => stem.slice(0, startLength)));

function groupsByStem(): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [index, words] of relatedWords.entries()) {
    for (const { stem } of words.map(wordOf)) found.set(stem, [...new Set([...(found.get(stem) ?? []), index])]);
  }
  return found;
}
