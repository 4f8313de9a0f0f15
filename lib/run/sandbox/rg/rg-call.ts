import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import { perlPattern } from "#lib/run/sandbox/grep/perl-pattern.ts";
import type { Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { boundedPattern } from "#lib/run/sandbox/patterns/posix-pattern.ts";
import { literalPattern } from "#lib/run/sandbox/patterns/posix-source.ts";
import { rustPattern } from "./rust-pattern.ts";

/** A call of ripgrep. */
export interface RgCall {
  /** Finds what is looked for; `undefined` where files are listed. */
  readonly pattern: Pattern | undefined;
  readonly paths: readonly string[];
  /** Letters of the options, and names of those without one. */
  has(...letters: string[]): boolean;
  lastOf(letter: string): string | undefined;
  /** The values of an option that may be given several times. */
  all(letter: string): readonly string[];
  /** Which of these options was given last. */
  last(...letters: string[]): string | undefined;
  /** Most lines selected in a file. */
  readonly most: number;
  /** Lines shown before and after a selected one. */
  readonly before: number;
  readonly after: number;
}

/** Options without a letter that take no value. */
const named =
  "multiline-dotall files files-without-match count-matches column json vimgrep heading no-heading passthru trim type-list no-ignore no-ignore-vcs no-ignore-dot include-zero no-messages glob-case-insensitive no-context-separator";

/** Options that change nothing here. */
const idle =
  "line-buffered block-buffered no-config no-column no-mmap mmap no-pcre2 no-require-git no-ignore-parent no-ignore-global no-ignore-exclude one-file-system";

/** Long options with a value but without a letter get a digit. */
const forms: OptionForms = {
  letters: "isSFwxvUcloqnNHIb0aLuPpefgtTmrABCMdjE.zV",
  withValue: "efgtTmrABCMdjE12345678",
  long: {
    ...{ "ignore-case": "i", "case-sensitive": "s", "smart-case": "S", "fixed-strings": "F", "word-regexp": "w" },
    ...{ "line-regexp": "x", "invert-match": "v", multiline: "U", count: "c", "files-with-matches": "l", quiet: "q" },
    ...{ "only-matching": "o", "line-number": "n", "no-line-number": "N", "with-filename": "H", "no-filename": "I" },
    ...{ "byte-offset": "b", null: "0", text: "a", follow: "L", unrestricted: "u", pcre2: "P", pretty: "p" },
    ...{ regexp: "e", file: "f", glob: "g", type: "t", "type-not": "T", "max-count": "m", replace: "r", hidden: "." },
    ...{
      "after-context": "A",
      "before-context": "B",
      context: "C",
      "max-columns": "M",
      "max-depth": "d",
      maxdepth: "d",
    },
    ...{ threads: "j", encoding: "E", "search-zip": "z", version: "V", passthrough: "passthru" },
    ...{ color: "1", sort: "2", sortr: "3", iglob: "4", "type-add": "5", "context-separator": "6", "ignore-file": "7" },
    ...{ colors: "8" },
    ...Object.fromEntries([...named.split(" "), ...idle.split(" ")].map((name) => [name, name])),
  },
};

/**
 * Parses the arguments of ripgrep. Nothing is printed in colours.
 * @param readFile the text of a file of patterns
 * @throws OptionError, PatternError
 */
export function readRgCall(args: readonly string[], readFile: (path: string) => string): RgCall {
  const { options, words, has, lastOf } = readOptions(args, forms);
  const all = (letter: string) => options.flatMap(([each, value]) => (each === letter ? [value] : []));
  const last = (...letters: string[]) => options.findLast(([letter]) => letters.includes(letter))?.[0];
  refuse({ has, lastOf });
  const isOfFiles = has("files", "type-list", "V");
  const files = all("f").flatMap((path) => readFile(path).match(/[^\n]+/g) ?? []);
  const first = isOfFiles || has("e", "f") ? [] : words.splice(0, 1);
  if (first.length === 0 && !isOfFiles && !has("e", "f")) throw new OptionError("the pattern is missing");
  const sources = [...all("e"), ...files, ...first];
  const context = lastOf("C") ?? "0";
  return {
    pattern: isOfFiles ? undefined : patternOf(sources, { has, last }),
    paths: words,
    has,
    lastOf,
    all,
    last,
    most: numberOf(lastOf("m") ?? "") || Number.POSITIVE_INFINITY,
    before: numberOf(lastOf("B") ?? context),
    after: numberOf(lastOf("A") ?? context),
  };
}

/** @throws OptionError for what would have to be printed or found in another way */
function refuse({ has, lastOf }: Pick<RgCall, "has" | "lastOf">): void {
  const order = lastOf("3") ?? lastOf("2") ?? "path";
  const refused = [
    ...(has("p") ? ["--pretty"] : []),
    ...(/^(?:always|ansi)$/.test(lastOf("1") ?? "") ? ["--color=always"] : []),
    ...(has("z") ? ["--search-zip"] : []),
    ...(/^(?:path|none)$/.test(order) ? [] : [`--sort ${order}`]),
  ];
  if (refused[0]) throw new OptionError(`${refused[0]} is not possible here`);
}

/** @throws OptionError */
export function numberOf(text: string): number {
  if (!/^\d*$/.test(text)) throw new OptionError(`${text}: not a number`);
  return Number(text);
}

/** All patterns as one. @throws PatternError */
function patternOf(sources: readonly string[], { has, last }: Pick<RgCall, "has" | "last">): Pattern {
  const how = last("i", "s", "S");
  // What stands behind a backslash is no letter of the text.
  const isLower = sources.every((source) => !/\p{Lu}/u.test(has("F") ? source : source.replace(/\\./gs, "")));
  const ignoreCase = how === "i" || (how === "S" && isLower);
  const texts = has("F") ? sources.map(literalPattern) : sources;
  const text = texts.length > 1 ? texts.map((each) => `(?:${each})`).join("|") : (texts[0] ?? "[^\\s\\S]");
  const within = has("x") ? "line" : has("w") ? "word" : undefined;
  const lines = has("U") ? { multiline: true, dotAll: has("multiline-dotall") } : { multiline: false, dotAll: false };
  if (!has("P")) return rustPattern(text, { ignoreCase, within, ...lines });
  const { source, flags } = perlPattern(`${lines.dotAll ? "(?s)" : ""}${text}`, ignoreCase);
  return new RegExp(boundedPattern(source, within), [...new Set(`${flags}${lines.multiline ? "m" : ""}`)].join(""));
}
