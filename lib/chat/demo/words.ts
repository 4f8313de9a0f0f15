import { stemmer } from "@orama/stemmers/english";
import { irregularForms } from "./irregular-forms.ts";
import { commonWords, relatedWords } from "./word-lists.ts";

/** A word that can help decide what a text is about. */
export interface Word {
  /** In lower case, otherwise as written. */
  readonly written: string;
  /** The stem shared with the word's other forms: `deploy` for `deploying`. */
  readonly stem: string;
}

const common = new Set(commonWords.trim().split(/\s+/));

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;

/**
 * The deciding words of a text, in order. An apostrophe ends a word ("what's", "customer's"); a `+` or `#` after a word
 * belongs to it (`AFL++` is `aflpp`, `C#` is `csharp`). CJK text is split into pairs of characters.
 */
export function decidingWords(text: string): Word[] {
  const runs = normal(text).match(cjk) ?? [];
  const pairs = runs.flatMap((run) => Array.from(run.slice(1), (_, index) => run.slice(index, index + 2)));
  return [...everyWord(text).filter((word) => !common.has(word)), ...pairs].map((word) => wordOf(word));
}

/**
 * Each two adjacent words of a text joined, common words included: `clean up` is `cleanup`, `pre-commit` is
 * `precommit`.
 */
export function joinedWords(text: string): Word[] {
  return pairsIn(text)
    .filter(isOneWord)
    .map(joined)
    .filter(({ stem, written }) => groups.has(stem) || !common.has(written.split(" ", 1)[0] ?? ""));
}

/**
 * The joined words that are in a group of related words. Compares their beginnings first, which saves most of the work.
 */
export function joinedRelatedWords(text: string): Word[] {
  const likely = pairsIn(text).filter((pair) => beginnings.has(beginningOf(pair.join(""))) && isOneWord(pair));
  return likely.map(joined).filter(({ stem }) => groups.has(stem));
}

/** The numbers of the related-word groups that contain a stem. */
export function groupsOf(stem: string): readonly number[] {
  return groups.get(stem) ?? [];
}

function pairsIn(text: string): [string, string][] {
  const words = everyWord(text);
  const neighbours = (some: readonly string[]) =>
    some.slice(1).map((word, index): [string, string] => [some[index] ?? "", word]);
  return [...neighbours(words), ...neighbours(words.filter((word) => !common.has(word)))];
}

/**
 * Whether two words may be joined. Two common words only where a group lists them joined: "for me" has the stem of
 * "form".
 */
function isOneWord([first, second]: readonly [string, string]): boolean {
  return !common.has(first) || !common.has(second) || related.has(first + second);
}

function joined(pair: readonly [string, string]): Word {
  return wordOf(pair.join(""), pair.join(" "));
}

function everyWord(text: string): string[] {
  return Array.from(normal(text).matchAll(/[\p{L}\p{N}]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu), ([word]) =>
    word.replace("++", "pp").replace("#", "sharp"),
  );
}

function normal(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** A cache: catalogs repeat the same words. */
const stems = new Map<string, string>();
const mostStems = 20_000;
/** Longer words are cut here, in characters. */
const longest = 40;

/** The base form of each irregular form; no stemmer knows these. */
const bases = new Map(
  irregularForms
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [base = "", ...forms] = line.split(" ");
      return forms.map((form) => [form, base] as const);
    }),
);

function wordOf(word: string, written = word): Word {
  const stem = stems.get(word) ?? stemmer((bases.get(word) ?? word).slice(0, longest));
  if (stems.size >= mostStems) stems.clear();
  stems.set(word, stem);
  return { written, stem };
}

/** The first characters of a word, which it shares with its stem. */
function beginningOf(word: string): string {
  return word.slice(0, 5);
}

const relatedGroups = relatedWords
  .trim()
  .split("\n")
  .map((line) => line.split(" "));
const related = new Set(relatedGroups.flat());
const groups = new Map<string, number[]>();
for (const [index, words] of relatedGroups.entries()) {
  for (const stem of new Set(words.map((word) => wordOf(word).stem))) {
    groups.set(stem, [...groupsOf(stem), index]);
  }
}
const beginnings = new Set(Array.from(groups.keys(), beginningOf));
