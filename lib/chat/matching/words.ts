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

/** Words that say nothing about a skill's purpose, and words that every catalog line contains. */
const common = new Set(lists.common.flatMap((line) => line.split(" ")));

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;

/**
 * The deciding words of a text, in order. An apostrophe ends a word ("what's", "customer's"); a `+` or `#` after a word
 * belongs to it (`AFL++` is `aflpp`, `C#` is `csharp`). CJK text is split into pairs of characters.
 */
export function decidingWords(text: string): Word[] {
  const runs = normal(text).match(cjk) ?? [];
  const pairs = runs.flatMap((run) => Array.from(run.slice(1), (_, index) => run.slice(index, index + 2)));
  return [...everyWord(text).filter((word) => !common.has(word)), ...pairs].map((written) => ({
    written,
    stem: stemOf(written),
  }));
}

/** Each two adjacent words of a text that are in a group of related words when joined: `clean up` is `cleanup`. */
export function joinedWords(text: string): Word[] {
  const words = everyWord(text);
  return words.slice(1).flatMap((second, index) => {
    const first = words[index] ?? "";
    const whole = first + second;
    // Otherwise as the other forms of a pair are: the end of it alone changes.
    const stem = related.has(whole) ? stemOf(whole) : first + stemOf(second);
    return groups.has(stem) ? [{ written: `${first} ${second}`, stem }] : [];
  });
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

/** Cached, as catalogs repeat the same words. */
const stemOf = memoText(20_000, (word) => stemmer(word.slice(0, longest)));

/**
 * Related words: words that people use for the same thing, in the fields that skills are written for. Two words written
 * as one (`pushlive`) stand for the two in sequence. A group is about one thing: words that merely occur together
 * (invoice, customer) do not belong in one.
 */
const relatedGroups = lists.related.map((line) => line.split(" "));
const related = new Set(relatedGroups.flat());
const groups = new Map<string, number[]>();
for (const [index, words] of relatedGroups.entries()) {
  for (const stem of new Set(words.map(stemOf))) {
    groups.set(stem, [...groupsOf(stem), index]);
  }
}
