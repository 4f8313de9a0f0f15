import { basename } from "#lib/vfs/paths.ts";
import type { FoundWords } from "./aho-corasick.ts";
import { type AnyOf, findWords, isFound } from "./any-of.ts";

/** How a file is read: Markdown and plain text by a model, scripts by an interpreter, data by either. */
export type FileKind = "text" | "script" | "data";

/** A file as the trust rules see it: its beginning as text, with the lines found once for all rules. */
export interface TrustFile {
  readonly path: string;
  /** At most `textLimit` characters of it. */
  readonly text: string;
  readonly kind: FileKind;
  /** Name of the language of a script: `Python`, `Shell`. */
  readonly language?: string;
  /** Whether one of these words stands in the text, in any case: asked before an expression is tried. */
  has(words: AnyOf): boolean;
  /** First bytes, for files that are no text. */
  readonly bytes: Uint8Array;
  /** Whether the bytes are those of a text. */
  readonly isText: boolean;
  /** Whether no character of its text is beyond ASCII; bytes that are no text count as none. */
  readonly isAscii: boolean;
  /** 1-based line of a place in the text. */
  lineAt(index: number): number;
  /** The line without its end; "" where there is none. */
  line(line: number): string;
  /** Whether the place stands in a comment that a rendered page does not show. */
  isUnseen(index: number): boolean;
  /** Whether the place of a Markdown text stands in a fenced block of code. */
  isFenced(index: number): boolean;
  /** The fenced block of code that a place of a Markdown text stands in. */
  fenceAt(index: number): Fence | undefined;
}

/** A fenced block of code in Markdown (CommonMark 4.5). */
export interface Fence {
  /** Where its opening line begins, and where its closing line does. */
  readonly from: number;
  readonly to: number;
  /** What the opening line says after the fence: the language, or nothing. */
  readonly info: string;
}

/** Characters of a file that are looked at. Longer ones are said to be looked at in part. */
export const textLimit = 256 * 1024;

/** @param size of the whole file in bytes */
export function isPartlyRead({ isText }: Pick<TrustFile, "isText">, size: number): boolean {
  return isText && size > textLimit;
}

const languages: Readonly<Record<string, string>> = {
  py: "Python",
  pyw: "Python",
  ipynb: "Python",
  sh: "Shell",
  bash: "Shell",
  zsh: "Shell",
  fish: "Shell",
  command: "Shell",
  js: "JavaScript",
  mjs: "JavaScript",
  cjs: "JavaScript",
  jsx: "JavaScript",
  ts: "TypeScript",
  mts: "TypeScript",
  cts: "TypeScript",
  tsx: "TypeScript",
  ps1: "PowerShell",
  psm1: "PowerShell",
  bat: "Batch",
  cmd: "Batch",
  vbs: "VBScript",
  rb: "Ruby",
  pl: "Perl",
  php: "PHP",
  lua: "Lua",
  r: "R",
  jl: "Julia",
  go: "Go",
  rs: "Rust",
  java: "Java",
  kt: "Kotlin",
  swift: "Swift",
  cs: "C#",
  applescript: "AppleScript",
};

const interpreters: readonly (readonly [RegExp, string])[] = [
  [/^#![^\n]{0,80}\bpython/, "Python"],
  [/^#![^\n]{0,80}\b(?:ba|z|da|k|fi)?sh\b/, "Shell"],
  [/^#![^\n]{0,80}\b(?:node|bun|deno|tsx)\b/, "JavaScript"],
  [/^#![^\n]{0,80}\bruby/, "Ruby"],
  [/^#![^\n]{0,80}\bperl/, "Perl"],
];

/** The language of a script, by its ending, its name or its first line; `undefined` for what is none. */
export function languageOf(path: string, text: string): string | undefined {
  const name = basename(path).toLowerCase();
  const dot = name.lastIndexOf(".");
  if (dot > 0) return languages[name.slice(dot + 1)];
  if (name === "makefile" || name === "justfile" || name === "dockerfile") return "Shell";
  return interpreters.find(([pattern]) => pattern.test(text))?.[1];
}

const markdown = /\.(?:md|mdx|mdc|markdown|txt|rst|adoc)$/i;

/** Whether the file is written for people and models to read. */
export function isProse(path: string): boolean {
  return markdown.test(path);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Takes the first `textLimit` bytes as text. */
export function trustFile(path: string, bytes: Uint8Array): TrustFile {
  const isText = !bytes.subarray(0, 8000).includes(0);
  const taken = bytes.subarray(0, isText ? textLimit : 0);
  const text = decoder.decode(taken);
  const language = isText ? languageOf(path, text) : undefined;
  const kind: FileKind = isProse(path) ? "text" : language === undefined ? "data" : "script";
  let found: FoundWords | undefined;
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
    kind,
    ...(language !== undefined && { language }),
    bytes,
    isText,
    // A byte is a character of its own only in ASCII, or where it belongs to none.
    isAscii: text.length === taken.length,
    has(words) {
      found = findWords(text, found);
      return isFound(found, words);
    },
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

/** Ranges of one kind told apart in one file. */
const mostRanges = 2000;

/**
 * Comments of HTML in Markdown: from where to where their text goes. One that is not closed goes to the end; in a fenced
 * block or between backquotes it is shown like any code.
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

/** Whether a place stands between backquotes: an odd number of them goes before it on its line. */
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
