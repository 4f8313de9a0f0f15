import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { GrepSyntax } from "./grep-patterns.ts";

/** A call of grep. */
export interface GrepCall extends GrepSyntax {
  readonly patterns: readonly string[];
  readonly paths: readonly string[];
  /** Letters of the options, long ones included. */
  has(...letters: string[]): boolean;
  readonly recursive: boolean;
  readonly include: readonly RegExp[];
  readonly exclude: readonly RegExp[];
  readonly excludeFolders: readonly RegExp[];
  /** Most lines selected in a file. */
  readonly most: number;
  /** Lines shown before and after a selected one. */
  readonly before: number;
  readonly after: number;
  /** Ends a line. */
  readonly end: string;
  /** Whether colours are printed. */
  readonly isPainted: boolean;
}

/** Long options without a letter get a digit; a number, as in `-3`, is read before. */
const forms: OptionForms = {
  letters: "EFGPefiyvwxclLqsohHnbTZzrRmABCadIDUu0123456789",
  withValue: "efmABCdD012456",
  withOwnValue: "9",
  long: {
    ...{
      "extended-regexp": "E",
      "fixed-strings": "F",
      "basic-regexp": "G",
      "perl-regexp": "P",
      regexp: "e",
      file: "f",
    },
    ...{ "ignore-case": "i", "no-ignore-case": "3", "invert-match": "v", "word-regexp": "w", "line-regexp": "x" },
    ...{
      count: "c",
      "files-with-matches": "l",
      "files-without-match": "L",
      quiet: "q",
      silent: "q",
      "no-messages": "s",
    },
    ...{ "only-matching": "o", "no-filename": "h", "with-filename": "H", "line-number": "n", "byte-offset": "b" },
    ...{ "initial-tab": "T", null: "Z", "null-data": "z", recursive: "r", "dereference-recursive": "R" },
    ...{ "max-count": "m", "after-context": "A", "before-context": "B", context: "C", text: "a", binary: "U" },
    ...{ "line-buffered": "u", directories: "d", devices: "D", include: "0", exclude: "1", "exclude-dir": "2" },
    ...{ "binary-files": "4", label: "5", "group-separator": "6", "no-group-separator": "7", color: "9", colour: "9" },
  },
};

const refused = { b: "-b", T: "-T", "5": "--label", "6": "--group-separator", "7": "--no-group-separator" } as const;

/**
 * Parses the arguments of grep.
 * @param readFile the text of a file of patterns
 * @throws OptionError
 */
export function readGrepCall(args: readonly string[], readFile: (path: string) => string): GrepCall {
  const { options, words, has, lastOf } = readOptions(args.map(inLetters), forms);
  const other = Object.entries(refused).find(([letter]) => has(letter));
  if (other) throw new OptionError(`${other[1]} is not possible here`);
  const all = (letter: string) => options.flatMap(([each, value]) => (each === letter ? [value] : []));
  const patterns = options.flatMap(([letter, value]) => {
    if (letter === "e") return value.split("\n");
    return letter === "f" ? linesOfPatterns(readFile(value)) : [];
  });
  const isGiven = has("e", "f");
  const pattern = isGiven ? undefined : words.shift();
  if (!isGiven && pattern === undefined) throw new OptionError("no pattern given");
  const folders = lastOf("d");
  const context = lastOf("C") ?? "0";
  return {
    kind: (options.findLast(([letter]) => "EFGP".includes(letter))?.[0] ?? "G") as GrepSyntax["kind"],
    ignoreCase: options.findLast(([letter]) => "iy3".includes(letter))?.[0].match(/[iy]/) != null,
    within: withinOf(has),
    patterns: [...patterns, ...(pattern?.split("\n") ?? [])],
    paths: words,
    has: (...letters) =>
      has(...letters) ||
      (letters.includes("a") && lastOf("4") === "text") ||
      (letters.includes("I") && lastOf("4") === "without-match") ||
      (letters.includes("d") && folders === "skip"),
    recursive: has("r", "R") || folders === "recurse",
    include: all("0").map(nameGlob),
    exclude: all("1").map(nameGlob),
    excludeFolders: all("2").map(nameGlob),
    most: numberOf(lastOf("m"), "max count") ?? Number.POSITIVE_INFINITY,
    before: numberOf(lastOf("B") ?? context, "context length") ?? 0,
    after: numberOf(lastOf("A") ?? context, "context length") ?? 0,
    end: has("z") ? "\0" : "\n",
    isPainted: lastOf("9") === "always",
  };
}

/** `-3` as `-C3`, also behind other letters, as in `-n3`. */
function inLetters(arg: string): string {
  return arg.replace(/^(-[A-Za-z]*?)(\d+)$/, (whole, letters: string, digits: string) =>
    /[efmABCdD]/.test(letters) ? whole : `${letters}C${digits}`,
  );
}

function withinOf(has: (letter: string) => boolean): GrepSyntax["within"] {
  if (has("x")) return "line";
  return has("w") ? "word" : undefined;
}

function linesOfPatterns(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function numberOf(text: string | undefined, what: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?\d+$/.test(text)) throw new OptionError(`${text}: invalid ${what} argument`);
  return Number(text) < 0 ? Number.POSITIVE_INFINITY : Number(text);
}

/** Converts `*`, `?` and `[…]` in a file or folder name. */
export function nameGlob(glob: string): RegExp {
  const source = glob
    .replace(/\/+$/, "")
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", "[^/]*")
    .replaceAll("?", "[^/]")
    .replaceAll("[!", "[^");
  return new RegExp(`^${source}$`);
}
