import { goTrim, universalNewlines } from "./text-rules.ts";

/**
 * Most characters of frontmatter that are parsed; no real one comes near. What a hostile one costs is bounded by its parts
 * (`frontmatterLimits`): texts of this length take no longer than short ones.
 */
export const maxFrontmatterLength = 128 * 1024;

/**
 * How a harness finds the frontmatter in a file.
 * - `trimmed-lines`: a delimiter is a line that trims (as Go trims) to `---`; the opening one is line 1, the first later one closes, even
 *   inside a block scalar.
 * - `first-block`: see `splitFirstBlock`.
 * - `any-dashes`: the expression `^---\s*\n([\s\S]*?)---\s*\n?`: line 1 is three dashes, and the next three close anywhere in a line. White
 *   space before the YAML and before the body is removed. Without closing dashes there is no frontmatter.
 * - `next-dashes`: the text starts with `---`, and the next `---` closes anywhere in a line.
 * - `first-lines`: as `first-block`, but the block may be empty, and the rest of the closing line is not part of the body.
 * - `lines-and-rest`: as `first-lines`, but the rest of the closing line is body, and without closing dashes there is no frontmatter.
 * - `after-dashes`: the text starts with `---`, whatever the next character is; the first later line that begins with three dashes closes.
 *   Every line break becomes a newline, and white space around the body is removed.
 * - `padded-lines`: a delimiter is a line of three dashes and any blanks after them; the opening one is line 1. Every line break becomes a
 *   newline, and blank lines before the body are removed.
 * - `after-blank-lines`: as `trimmed-lines`, but blank lines may precede the opening one, and every line break becomes a newline.
 * - `long-dashes`: the expression `^-{3,}\s*$`, twice: a delimiter is a line of three dashes or more; blank lines may precede the first.
 * - `between-dashes`: the text between the first two `---`, wherever they are; text before them is ignored.
 * - `bare-lines`: a delimiter is a line of exactly three dashes; the opening one is line 1, the first from line 3 on closes. Every line
 *   break becomes a newline.
 * - `dashes-or-end`: the text starts, after a byte order mark if any, with a line of three dashes and at most `yaml`; the first later line
 *   that begins with three dashes closes, or else the end of the text.
 * - `meta-dashes`: as goldmark-meta cuts out the YAML: any run of dashes opens (in line 1) and closes, and without a closing one the YAML
 *   goes on to the end of the file. The body is cut by a rule of its own, so the two may overlap: after exactly three dashes, or the whole
 *   file.
 */
export type Fence =
  | "trimmed-lines"
  | "any-dashes"
  | "next-dashes"
  | "first-block"
  | "first-lines"
  | "lines-and-rest"
  | "after-dashes"
  | "padded-lines"
  | "after-blank-lines"
  | "long-dashes"
  | "between-dashes"
  | "bare-lines"
  | "dashes-or-end"
  | "meta-dashes";

export type Split =
  /** `firstLine`: the 1-based line of the file in which `yaml` begins. */
  | {
      readonly kind: "split";
      readonly yaml: string;
      readonly body: string;
      readonly firstLine: number;
      /** Whether a harness that mends YAML which cannot be read finds none here, as it looks for other delimiters then. */
      readonly isFinal?: boolean;
    }
  | { readonly kind: "absent" }
  | { readonly kind: "unclosed" };

/** Splits a file into frontmatter and body. Nothing is trimmed. */
export function splitFrontmatter(text: string, fence: Fence): Split {
  return splitters[fence](text);
}

const splitters: Readonly<Record<Fence, (text: string) => Split>> = {
  "trimmed-lines": splitAtLines,
  "any-dashes": splitAtAnyDashes,
  "next-dashes": splitAtDashes,
  "first-block": splitFirstBlock,
  "first-lines": splitFirstLines,
  "lines-and-rest": splitLinesAndRest,
  "after-dashes": splitAfterDashes,
  "padded-lines": splitAtPaddedLines,
  "after-blank-lines": splitAfterBlankLines,
  "long-dashes": splitAtLongDashes,
  "between-dashes": splitBetweenDashes,
  "bare-lines": splitAtBareLines,
  "dashes-or-end": splitToEnd,
  "meta-dashes": splitAtDashRuns,
};

function splitAtLines(text: string): Split {
  const yamlStart = lineEnd(text, 0);
  if (!isDelimiter(text.slice(0, yamlStart))) return { kind: "absent" };
  const close = findLine(text, yamlStart, delimiter);
  if (!close) return { kind: "unclosed" };
  return { kind: "split", yaml: text.slice(yamlStart, close.start), body: text.slice(close.end), firstLine: 2 };
}

interface Line {
  readonly start: number;
  /** Includes the newline. */
  readonly end: number;
}

interface Wanted {
  /** A text that every such line contains. Other lines are skipped without a test, which would take time for millions of them. */
  readonly holds: string;
  fits(line: string): boolean;
}

function findLine(text: string, from: number, { holds, fits }: Wanted): Line | undefined {
  for (let at = text.indexOf(holds, from); at >= 0; ) {
    const start = Math.max(from, text.lastIndexOf("\n", at) + 1);
    const end = lineEnd(text, at);
    if (fits(text.slice(start, end))) return { start, end };
    at = text.indexOf(holds, end);
  }
  return undefined;
}

/** The end of the line that begins at `start`, after its newline. */
function lineEnd(text: string, start: number): number {
  const newline = text.indexOf("\n", start);
  return newline < 0 ? text.length : newline + 1;
}

function isDelimiter(line: string): boolean {
  return line.includes("---") && goTrim(line) === "---";
}

const delimiter: Wanted = { holds: "---", fits: isDelimiter };

function splitAtAnyDashes(text: string): Split {
  const open = /^---\s*\n/.exec(text)?.[0];
  const end = open === undefined ? -1 : text.indexOf("---", open.length);
  if (open === undefined || end < 0) return { kind: "absent" };
  const blank = /^\s*/.exec(text.slice(end + 3))?.[0].length ?? 0;
  return {
    kind: "split",
    yaml: text.slice(open.length, end),
    body: text.slice(end + 3 + blank),
    firstLine: open.split("\n").length,
  };
}

function splitAtDashes(text: string): Split {
  if (!text.startsWith("---")) return { kind: "absent" };
  const end = text.indexOf("---", 3);
  if (end < 0) return { kind: "unclosed" };
  // Starts after the end of the first line, so that both fences mostly cut out the same YAML, which is then parsed once.
  const lineBreak = /^\r?\n/.exec(text.slice(3, 5))?.[0].length ?? 0;
  return {
    kind: "split",
    yaml: text.slice(Math.min(3 + lineBreak, end), end),
    body: text.slice(end + 3),
    firstLine: lineBreak > 0 ? 2 : 1,
  };
}

/** Splits as Crush does. */
function splitAfterBlankLines(written: string): Split {
  const text = universalNewlines(written);
  // The last line break before the first character that is not blank.
  const blank = text.slice(0, text.length - text.trimStart().length);
  const start = blank.lastIndexOf("\n") + 1;
  const split = splitAtLines(text.slice(start));
  return split.kind === "split" ? { ...split, firstLine: split.firstLine + blank.split("\n").length - 1 } : split;
}

/** Splits as Mistral Vibe does. */
function splitAtLongDashes(text: string): Split {
  const open = longDashesAt(text, 0);
  if (!open || text.slice(0, open.start).trim() !== "") return { kind: "absent" };
  const close = longDashesAt(text, open.end);
  if (!close) return { kind: "unclosed" };
  const start = open.end + (/^\r?\n/.exec(text.slice(open.end, open.end + 2))?.[0].length ?? 0);
  return {
    kind: "split",
    yaml: text.slice(start, close.start),
    body: text.slice(close.end),
    firstLine: text.slice(0, start).split("\n").length,
  };
}

/**
 * The first match of `^-{3,}\s*$` from an offset on, as Python matches it: including blank lines after it, up to the end of the last.
 * Searched by hand, because a regular expression fails on a million blanks.
 */
function longDashesAt(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  const dashes = /^-{3,}/gm;
  dashes.lastIndex = from;
  for (let found = dashes.exec(text); found; found = dashes.exec(text)) {
    const rest = text.slice(dashes.lastIndex);
    const blank = rest.slice(0, rest.length - rest.trimStart().length);
    const end = blank.length === rest.length ? blank.length : blank.lastIndexOf("\n");
    if (end >= 0) return { start: found.index, end: dashes.lastIndex + end };
  }
  return undefined;
}

/** Splits as Goose does. */
function splitBetweenDashes(text: string): Split {
  const start = text.indexOf("---");
  if (start < 0) return { kind: "absent" };
  const split = splitAtDashes(text.slice(start));
  return split.kind === "split"
    ? { ...split, firstLine: split.firstLine + text.slice(0, start).split("\n").length - 1 }
    : split;
}

const paddedDelimiter: Wanted = { holds: "---", fits: (line) => /^---[ \t]*$/.test(line.replace(/\n$/, "")) };

/** Splits as Copilot CLI does. */
function splitAtPaddedLines(written: string): Split {
  const text = written.replace(/\r\n/g, "\n");
  const yamlStart = lineEnd(text, 0);
  if (!paddedDelimiter.fits(text.slice(0, yamlStart))) return { kind: "absent" };
  const close = findLine(text, yamlStart, paddedDelimiter);
  if (!close) return { kind: "unclosed" };
  const body = text.slice(close.end).replace(/^(?:[^\S\n]*\n)+/, "");
  // The line break before the closing dashes belongs to them: a block scalar at the end has none.
  const end = Math.max(yamlStart, close.start - 1);
  return { kind: "split", yaml: text.slice(yamlStart, end), body, firstLine: 2 };
}

const bareDelimiter: Wanted = { holds: "---", fits: (line) => /^---\n?$/.test(line) };

/** Splits at Qwen Code's expression `^---\n([\s\S]*?)\n---(?:\n|$)([\s\S]*)$`. */
function splitAtBareLines(written: string): Split {
  const text = universalNewlines(written);
  if (!text.startsWith("---\n")) return { kind: "absent" };
  const close = findLine(text, Math.max(lineEnd(text, 4), 5), bareDelimiter);
  if (!close) return { kind: "unclosed" };
  return { kind: "split", yaml: text.slice(4, close.start - 1), body: text.slice(close.end), firstLine: 2 };
}

/** Splits as the package gray-matter does. What OpenCode mends is between `^---\r?\n` and `\r?\n---` alone. */
function splitToEnd(text: string): Split {
  const open = /^\ufeff?---(?!-)[^\S\n]*(?:ya?ml)?[^\S\n]*(?:\n|$)/.exec(text)?.[0].length;
  if (open === undefined) return { kind: "absent" };
  const close = text.indexOf("\n---", open - 1);
  const end = close < 0 ? text.length : Math.max(open, close);
  const body = close < 0 ? "" : text.slice(close + 4).replace(/^\r?\n?/, "");
  const isFinal = close < 0 || !opening.test(text);
  return { kind: "split", yaml: text.slice(open, end), body, firstLine: 2, isFinal };
}

// Markdown's white space is ASCII only: a no-break space is text. Indentation by more than three blanks makes the line code.
const openingRun = /^ {0,3}-+[\t-\r ]*$/;

const closingRun = /^[\t-\r ]*-+[\t-\r ]*$/;

function splitAtDashRuns(text: string): Split {
  const yamlStart = lineEnd(text, 0);
  if (!openingRun.test(text.slice(0, yamlStart))) return { kind: "absent" };
  const close = findLine(text, yamlStart, { holds: "-", fits: (line) => closingRun.test(line) });
  return { kind: "split", yaml: text.slice(yamlStart, close?.start), body: bodyAfterThreeDashes(text), firstLine: 2 };
}

function bodyAfterThreeDashes(text: string): string {
  if (!text.startsWith("---")) return text;
  const close = findLine(text, lineEnd(text, 0), delimiter);
  return text.slice(close?.end ?? 0);
}

const opening = /^---\r?\n/;

const closing = /\r?\n---/g;

/**
 * Splits at ak-coder's expression `^---\r?\n([\s\S]+?)\r?\n---`: the block starts with the file and holds at least one character, and the
 * first later line that begins with three dashes closes it, whatever follows them. The body begins on the next line.
 */
function splitFirstBlock(text: string): Split {
  const cut = cutLines(text, 1);
  return cut ? { ...cut.above, body: cut.rest.slice(lineBreakAt(cut.rest) ?? 0) } : uncut(text);
}

/** Splits at Gemini CLI's expression `^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n([\s\S]*))?`. */
function splitFirstLines(text: string): Split {
  const cut = cutLines(text);
  return cut ? { ...cut.above, body: cut.rest.slice(lineBreakAt(cut.rest) ?? cut.rest.length) } : uncut(text);
}

/** Splits at Cline's expression `^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$`. */
function splitLinesAndRest(text: string): Split {
  const cut = cutLines(text);
  return cut ? { ...cut.above, body: cut.rest.replace(/^\r?\n?/, "") } : { kind: "absent" };
}

/** The text between a first line of three dashes and the next line that begins with three, and the text after those. */
function cutLines(text: string, least = 0) {
  const open = opening.exec(text)?.[0].length;
  if (open === undefined) return undefined;
  closing.lastIndex = open + least;
  const close = closing.exec(text);
  if (!close) return undefined;
  const above = { kind: "split", yaml: text.slice(open, close.index), firstLine: 2 } as const;
  return { above, rest: text.slice(close.index + close[0].length) };
}

const uncut = (text: string): Split => ({ kind: opening.test(text) ? "unclosed" : "absent" });

/** Length of the line break at the beginning of a text; `undefined` if there is none. */
const lineBreakAt = (text: string) => /^\r?\n/.exec(text.slice(0, 2))?.[0].length;

/** Splits as Pi does. */
function splitAfterDashes(written: string): Split {
  const text = universalNewlines(written);
  if (!text.startsWith("---")) return { kind: "absent" };
  const end = text.indexOf("\n---", 3);
  if (end < 0) return { kind: "unclosed" };
  return { kind: "split", yaml: text.slice(4, Math.max(4, end)), body: text.slice(end + 4).trim(), firstLine: 2 };
}
