import { languagesOf } from "#lib/skills/scripts/started-script.ts";
import { basename } from "#lib/vfs/paths.ts";
import type { FoundWords } from "./aho-corasick.ts";
import { type AnyOf, findWords, isFound } from "./any-of.ts";
import { crossedOut, type Secret, secretsIn } from "./secret-shapes.ts";

/** Who reads a file: Markdown and plain text a model, scripts an interpreter, data either. */
export type FileKind = "text" | "script" | "data";

/** A file as the trust rules see it: its beginning as text, with the lines found once for all rules. */
export interface TrustFile {
  readonly path: string;
  /** At most `textLimit` characters. Keys and passwords are crossed out, so that no rule can quote one in a report. */
  readonly text: string;
  readonly secrets: readonly Secret[];
  readonly kind: FileKind;
  /** Name of the language of a script: `Python`, `Shell`. */
  readonly language?: string;
  /** Whether the text contains one of these words, ignoring case: a cheap test before an expression is tried. */
  has(words: AnyOf): boolean;
  /** The first bytes, for files that are not text. */
  readonly bytes: Uint8Array;
  /** Whether the bytes are those of a text. */
  readonly isText: boolean;
  /** Whether every character of the text is ASCII; false for files that are not text. */
  readonly isAscii: boolean;
  /** 1-based line of an index in the text. */
  lineAt(index: number): number;
  /** The line without its line break; "" if there is no such line. */
  line(line: number): string;
  /** Whether the index is in a comment that a rendered page does not show. */
  isUnseen(index: number): boolean;
  /** Whether the index is in a fenced code block of a Markdown text. */
  isFenced(index: number): boolean;
  /** The fenced code block around an index of a Markdown text. */
  fenceAt(index: number): Fence | undefined;
}

/** A fenced block of code in Markdown (CommonMark 4.5). */
export interface Fence {
  /** Index at which the opening line begins, and index at which the closing line begins. */
  readonly from: number;
  readonly to: number;
  /** Text of the opening line after the fence: the language, or nothing. */
  readonly info: string;
}

/** How many characters of a file are looked at. Reports say which files are longer. */
export const textLimit = 256 * 1024;

/** @param size bytes of the whole file */
export function isPartlyRead({ isText }: Pick<TrustFile, "isText">, size: number): boolean {
  return isText && size > textLimit;
}

const languages = languagesOf({
  Python: "py pyw ipynb",
  Shell: "sh bash zsh fish command",
  JavaScript: "js mjs cjs jsx",
  TypeScript: "ts mts cts tsx",
  PowerShell: "ps1 psm1",
  Batch: "bat cmd",
  VBScript: "vbs",
  Ruby: "rb",
  Perl: "pl",
  PHP: "php",
  Lua: "lua",
  R: "r",
  Julia: "jl",
  Go: "go",
  Rust: "rs",
  Java: "java",
  Kotlin: "kt",
  Swift: "swift",
  "C#": "cs",
  AppleScript: "applescript",
});

const interpreters: readonly (readonly [RegExp, string])[] = [
  [/^#![^\n]{0,80}\bpython/, "Python"],
  [/^#![^\n]{0,80}\b(?:ba|z|da|k|fi)?sh\b/, "Shell"],
  [/^#![^\n]{0,80}\b(?:node|bun|deno|tsx)\b/, "JavaScript"],
  [/^#![^\n]{0,80}\bruby/, "Ruby"],
  [/^#![^\n]{0,80}\bperl/, "Perl"],
];

/** The language of a script, by its file extension, its name or its first line; `undefined` if it is no script. */
export function languageOf(path: string, text: string): string | undefined {
  const name = basename(path).toLowerCase();
  const dot = name.lastIndexOf(".");
  if (dot > 0) return languages.get(name.slice(dot + 1));
  if (name === "makefile" || name === "justfile" || name === "dockerfile") return "Shell";
  return interpreters.find(([pattern]) => pattern.test(text))?.[1];
}

const markdown = /\.(?:md|mdx|mdc|markdown|txt|rst|adoc)$/i;

/** Whether the file is written for people and models to read. */
export function isProse(path: string): boolean {
  return markdown.test(path);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads the first `textLimit` bytes as text. */
export function trustFile(path: string, bytes: Uint8Array): TrustFile {
  const isText = !bytes.subarray(0, 8000).includes(0);
  const taken = bytes.subarray(0, isText ? textLimit : 0);
  const whole = decoder.decode(taken);
  let found: FoundWords | undefined;
  const has = (words: AnyOf) => {
    found = findWords(whole, found);
    return isFound(found, words);
  };
  const secrets = isText ? secretsIn(whole, has) : [];
  const text = crossedOut(whole, secrets);
  const language = isText ? languageOf(path, text) : undefined;
  const kind: FileKind = isProse(path) ? "text" : language === undefined ? "data" : "script";
  let lines: readonly number[] | undefined;
  let unseen: readonly Range[] | undefined;
  let fences: readonly Fence[] | undefined;
  const starts = () => {
    lines ??= lineStarts(text);
    return lines;
  };
  const lineAt = (index: number) => lineOf(starts(), index);
  const fenceAt = (index: number) => {
    fences ??= kind === "text" ? fencesIn(text) : [];
    return fenceIn(fences, index);
  };
  return {
    path,
    text,
    secrets,
    kind,
    ...(language !== undefined && { language }),
    bytes,
    isText,
    // The number of characters equals that of bytes only if every character is ASCII, or the bytes are invalid UTF-8.
    isAscii: text.length === taken.length,
    has,
    lineAt,
    line(line) {
      const from = starts()[line - 1];
      if (from === undefined) return "";
      const to = starts()[line] ?? text.length + 1;
      return text.slice(from, to - 1);
    },
    isUnseen(index) {
      unseen ??= kind === "text" ? commentsIn(text) : [];
      return isIn(unseen, index);
    },
    isFenced: (index) => fenceAt(index) !== undefined,
    fenceAt,
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle;
  }
  return low + 1;
}

type Range = readonly [from: number, to: number];

function isIn(ranges: readonly Range[], index: number): boolean {
  return ranges.some(([from, to]) => index >= from && index < to);
}

function fenceIn(fences: readonly Fence[], index: number): Fence | undefined {
  return fences.find(({ from, to }) => index >= from && index < to);
}

/** Most ranges of one kind in one file. */
const mostRanges = 2000;

/**
 * Ranges of HTML comments in Markdown, without their marks. A comment that is not closed goes to the end; one in a fenced block or between
 * backquotes is shown like any code and does not count.
 */
export function commentsIn(text: string): readonly Range[] {
  if (!text.includes("<!--")) return [];
  const fences = fencesIn(text);
  const comments: Range[] = [];
  for (let at = text.indexOf("<!--"); at >= 0 && comments.length < mostRanges; ) {
    const end = text.indexOf("-->", at + 4);
    const isShown = isInCode(text, at) || fenceIn(fences, at) !== undefined;
    if (!isShown) comments.push([at + 4, end < 0 ? text.length : end]);
    at = end < 0 ? -1 : text.indexOf("<!--", isShown ? at + 4 : end + 3);
  }
  return comments;
}

/** Whether an index is between backquotes: its line has an odd number of them before it. */
export function isInCode(text: string, index: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf("\n", index - 1) + 1, index - 400), index);
  return (line.split("`").length & 1) === 0;
}

function fencesIn(text: string): readonly Fence[] {
  const fences: Fence[] = [];
  let open: { from: number; fence: string; info: string } | undefined;
  for (const { 1: fence = "", 2: info = "", index } of text.matchAll(
    /^[ \t>]{0,12}(`{3,20}|~{3,20})([^\n]{0,200})$/gm,
  )) {
    if (fences.length >= mostRanges) break;
    if (!open) open = { from: index, fence, info: info.trim() };
    else if (fence.startsWith(open.fence) && info.trim() === "") {
      fences.push({ from: open.from, to: index, info: open.info });
      open = undefined;
    }
  }
  if (open) fences.push({ from: open.from, to: text.length, info: open.info });
  return fences;
}
