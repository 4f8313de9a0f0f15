import { stemmer } from "@orama/stemmers/english";
import { commonWords, relatedWords } from "./word-lists.ts";

/** A word of a text that can decide what the text is about. */
export interface Word {
  /** As written, in lower case. */
  readonly written: string;
  /** The stem that it shares with its other forms: `deploy` of `deploying`. */
  readonly stem: string;
}

const common = new Set(commonWords.trim().split(/\s+/));

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;

/**
 * The words of a text that can decide, in order. An apostrophe ends a word ("what's", "customer's"), `+` and `#` after
 * one belong to it (`AFL++` is `aflpp`, `C#` is `csharp`). CJK counts as pairs of characters.
 */
export function decidingWords(text: string): Word[] {
  const runs = normal(text).match(cjk) ?? [];
  const pairs = runs.flatMap((run) => Array.from(run.slice(1), (_, index) => run.slice(index, index + 2)));
  return [...everyWord(text).filter((word) => !common.has(word)), ...pairs].map((word) => wordOf(word));
}

/** Each two neighbouring words of a text as one: `clean up` is `cleanup`, `pre-commit` is `precommit`. */
export function joinedWords(text: string): Word[] {
  const words = everyWord(text);
  return words.slice(1).map((word, index) => wordOf(`${words[index]}${word}`, `${words[index]} ${word}`));
}

/** Numbers of the groups of related words that a stem is in. */
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

/** Catalogs say the same words again and again. */
const stems = new Map<string, string>();
const mostStems = 20_000;
/** Longer words are cut: nobody types them. */
const longest = 40;

function wordOf(word: string, written = word): Word {
  const stem = stems.get(word) ?? stemmer(word.slice(0, longest));
  if (stems.size >= mostStems) stems.clear();
  stems.set(word, stem);
  return { written, stem };
}

const groups = new Map<string, number[]>();
for (const [index, line] of relatedWords.trim().split("\n").entries()) {
  for (const stem of new Set(line.split(" ").map((word) => wordOf(word).stem))) {
    groups.set(stem, [...groupsOf(stem), index]);
  }
}
