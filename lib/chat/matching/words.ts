import { stemmer } from "@orama/stemmers/english";
import { memoText } from "#lib/memo.ts";
import lists from "./word-lists.json" with { type: "json" };

/** A word that can help decide what a text is about. */
export interface Word {
  /** In lower case, otherwise as written. */
  readonly written: string;
  /** The stem shared with the word's other forms: `deploy` for `deploying`. */
  readonly stem: string;
}

/** Two adjacent words that are known as one: `clean up` is `cleanup`. */
export interface Joined extends Word {
  /** Those of the two that are deciding words themselves. */
  readonly parts: readonly Word[];
}

/** Words that say nothing about a skill's purpose, and words that every catalog line contains. */
const common = new Set(lists.common.flatMap((line) => line.split(" ")));

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;

/**
 * The deciding words of a text, in order. An apostrophe ends a word ("what's", "customer's"); a `+` or `#` after a word
 * belongs to it (`AFL++` is `aflpp`, `C#` is `csharp`). CJK text is split into pairs of characters.
 */
export function decidingWords(text: string): Word[] {
  return single(text, everyWord(text));
}

/**
 * The deciding words of a text, and each two adjacent words that are a related word when joined, or another known one.
 * @param isKnown whether another stem is known
 */
export function wordsAndJoined(
  text: string,
  isKnown?: (stem: string) => boolean,
): { readonly words: readonly Word[]; readonly joined: readonly Joined[] } {
  const every = everyWord(text);
  const joined = every.slice(1).flatMap((second, index) => {
    const first = every[index] ?? "";
    const whole = first + second;
    // Most pairs are no word, and stemming them all would take most of the time.
    const stem = isKnown || relatedWords.has(whole) ? stemOf(whole) : first + stemOf(second);
    const isOne = groups.has(stem) || (isKnown?.(stem) && (isDeciding(first) || isDeciding(second)));
    if (!isOne) return [];
    const parts = [first, second].filter(isDeciding).map((word) => wordOf(word));
    return [{ ...wordOf(`${first} ${second}`, stem), parts }];
  });
  return { words: single(text, every), joined };
}

function single(text: string, every: readonly string[]): Word[] {
  const runs = normal(text).match(cjk) ?? [];
  const pairs = runs.flatMap((run) => Array.from(run.slice(1), (_, index) => run.slice(index, index + 2)));
  return [...every.filter(isDeciding), ...pairs].map((written) => wordOf(written));
}

/** The words on both sides of each hyphen as one word: `re-renders` is `rerenders`. */
export function hyphenatedWords(text: string): Word[] {
  const pairs = normal(text).matchAll(/(?<=(\p{L}+))-(?=(\p{L}+))/gu);
  return Array.from(pairs, ([, first = "", second = ""]) => wordOf(first + second));
}

function wordOf(written: string, stem = stemOf(written)): Word {
  return { written, stem };
}

/** Whether people say a word of most things ("set", "nice"), so that it says little about any. */
export function isVague({ stem }: Word): boolean {
  return vague.has(stem);
}

function isDeciding(word: string): boolean {
  return !common.has(word);
}

/** The numbers of the related-word groups that contain a stem. */
export function groupsOf(stem: string): readonly number[] {
  return groups.get(stem) ?? [];
}

function everyWord(text: string): string[] {
  return Array.from(normal(text).matchAll(/[\p{L}\p{N}]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu), ([word]) =>
    word.replace("++", "pp").replace("#", "sharp"),
  );
}

function normal(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Longer words are cut here, in characters. */
const longest = 40;

/** The ending of most adverbs, which the stemmer keeps: `slowly` is `slow`, but `assembly` and `family` are none. */
const adverb = /(?<=[a-z]{3}[cdeghknrstwxy])ly$/;

/** Cached, as catalogs repeat the same words. */
const stemOf = memoText(20_000, (word) => stemmer(word.slice(0, longest).replace(adverb, "")));

/**
 * Related words: words that people use for the same thing, in the fields that skills are written for. Two words written
 * as one (`pushlive`) stand for the two in sequence. A group is about one thing: words that merely occur together
 * (invoice, customer) do not belong in one.
 */
const relatedGroups = lists.related.map((line) => line.split(" "));

/** All words that are in a group, as written. */
export const relatedWords: ReadonlySet<string> = new Set(relatedGroups.flat());

const groups = new Map<string, number[]>();
for (const [index, words] of relatedGroups.entries()) {
  // Of two words joined the second may have a stem of its own: `new skills` is `newskill`, `newskill` is `newskil`.
  for (const stem of new Set(words.flatMap((word) => [word, stemOf(word)]))) {
    groups.set(stem, [...groupsOf(stem), index]);
  }
}

/** The stems of words that people say of most things. */
const vague = new Set(lists.vague.flatMap((line) => line.split(" ")).map(stemOf));
