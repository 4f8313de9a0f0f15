import { literalPattern, PatternError } from "#lib/run/sandbox/patterns/posix-source.ts";

/** Pieces of a pattern: quoted text, a comment, an escape, the head of a group, a POSIX class, a repetition, or one character. */
const pieces =
  /\\Q[\s\S]*?(?:\\E|$)|\(\?#[^)]*\)|\\(?:[xu]\{[0-9A-Fa-f]+\}|[pP]\{\^?\w+\}|k[{<']\w+[}>']|g\{?-?\d+\}?|[\s\S])|\(\?(?:P?[<'](?![=!])\w+[>']|P[=>]\w+\)|[a-z]+\)|<[=!]|[\s\S])|\[:\^?\w+:\]|\{\d+(?:,\d*)?\}|[\s\S]/gu;

/** What JavaScript writes in another way. */
const escapes: Readonly<Record<string, string>> = {
  ...{ h: "[ \\t]", H: "[^ \\t]", R: "(?:\\r\\n|[\\n\\v\\f\\r\\u2028\\u2029])", N: "[^\\n]" },
  ...{ A: "(?<![^])", z: "(?![^])", Z: "(?=\\n?(?![^]))", e: "\\x1b", a: "\\x07" },
};

const classes: Readonly<Record<string, string>> = {
  ...{ alpha: "A-Za-z", digit: "0-9", alnum: "A-Za-z0-9", upper: "A-Z", lower: "a-z", space: "\\s", word: "\\w" },
  ...{
    blank: " \\t",
    punct: "!-\\/:-@\\[-`\\{-~",
    cntrl: "\\x00-\\x1f\\x7f",
    xdigit: "0-9A-Fa-f",
    graph: "!-~",
    print: " -~",
  },
};

/**
 * Converts a pattern in Perl's syntax to JavaScript's. What JavaScript has no counterpart for (atomic groups, possessive repetition,
 * recursion, conditions) is refused.
 * @throws PatternError
 */
export function perlPattern(source: string, ignoreCase: boolean): RegExp {
  let flags = ignoreCase ? "giu" : "gu";
  let text = "";
  const all = piecesOf(source);
  if (all.some(isPossessive)) refuse("possessive repetition");
  for (const [at, piece] of all.entries()) {
    if (piece.isInBrackets) text += inClass(piece);
    else if (piece.text === "\\K") text = isOneWay(all.slice(0, at)) ? `(?<=${text})` : refuse("\\K beside |");
    else if (/^\(\?[a-z]+\)$/.test(piece.text)) flags = withFlags(flags, piece.text.slice(2, -1), text === "");
    else text += outside(piece.text, flags);
  }
  return compiled(text, flags);
}

/** @throws PatternError */
function compiled(text: string, flags: string): RegExp {
  try {
    return new RegExp(text, flags);
  } catch (caught) {
    if (caught instanceof SyntaxError) throw new PatternError("this pattern is not possible here", { cause: caught });
    throw caught;
  }
}

/** Whether pieces of a pattern stand for one thing after another, without others to choose from but in groups that have ended. */
function isOneWay(before: readonly Piece[]): boolean {
  let depth = 0;
  let isOneOf = false;
  for (const { text } of before.filter(({ isInBrackets }) => !isInBrackets)) {
    if (/^\((?!\?#|\?[a-z]+\)$|\?P[=>])/.test(text)) depth++;
    else if (text === ")") depth--;
    isOneOf ||= text === "|" && depth === 0;
  }
  return depth === 0 && !isOneOf;
}

/** A piece of a pattern. */
export interface Piece {
  readonly text: string;
  /** Of a class of characters; also the bracket that ends it. */
  readonly isInBrackets: boolean;
  /** Whether it is the first in brackets, where a closing one is a character. */
  readonly isFirst: boolean;
}

function isPossessive({ text, isInBrackets }: Piece, at: number, all: readonly Piece[]): boolean {
  const before = all[at - 1];
  return text === "+" && !isInBrackets && !before?.isInBrackets && /^(?:[*+?]|\{.+\})$/.test(before?.text ?? "");
}

/** Takes a pattern apart. */
export function piecesOf(source: string): readonly Piece[] {
  let inside: string | undefined;
  return (source.match(pieces) ?? []).map((text) => {
    const isInBrackets = inside !== undefined;
    const isFirst = inside === "" || inside === "^";
    if (inside === undefined) inside = text === "[" ? "" : undefined;
    else inside = text === "]" && !isFirst ? undefined : inside + text;
    return { text, isInBrackets, isFirst };
  });
}

function refuse(what: string): never {
  throw new PatternError(`${what} is not possible here`);
}

function withFlags(flags: string, given: string, isAtStart: boolean): string {
  if (!isAtStart || /[^ims]/.test(given)) refuse(`(?${given})`);
  return [...new Set(flags + given)].join("");
}

function inClass({ text: piece, isFirst }: Piece): string {
  if (piece === "]") return isFirst ? "\\]" : piece;
  const [, isNot, name = ""] = /^\[:(\^?)(\w+):\]$/.exec(piece) ?? [];
  if (name !== "") return isNot || classes[name] === undefined ? refuse(piece) : classes[name];
  if (piece === "\\h") return " \\t";
  if (piece.startsWith("\\")) return escaped(piece);
  return piece === "[" ? "\\[" : piece;
}

function outside(piece: string, flags: string): string {
  // JavaScript's own point leaves out more than ends of lines.
  if (piece === ".") return flags.includes("s") ? "[^]" : "[^\\n]";
  if (piece.startsWith("(?#")) return "";
  if (piece.startsWith("\\Q")) return literalPattern(piece.slice(2).replace(/\\E$/, ""));
  if (piece.startsWith("(?")) return groupHead(piece);
  // What begins no repetition, and ends nothing, stands for itself.
  if (/^[{}\]]$/.test(piece)) return `\\${piece}`;
  return piece.startsWith("\\") ? (escapes[piece[1] ?? ""] ?? escaped(piece)) : piece;
}

function groupHead(piece: string): string {
  const [, name] = /^\(\?P?[<'](\w+)[>']$/.exec(piece) ?? [];
  if (name !== undefined) return `(?<${name}>`;
  const [, back] = /^\(\?P=(\w+)\)$/.exec(piece) ?? [];
  if (back !== undefined) return `\\k<${back}>`;
  return /^\(\?(?:[:=!]|<[=!])$/.test(piece) ? piece : refuse(piece);
}

/** An escape that both know, or a character that stands for itself. */
function escaped(piece: string): string {
  const code = /^\\x\{([0-9A-Fa-f]+)\}$/.exec(piece)?.[1];
  if (code !== undefined) return `\\u{${code}}`;
  const name = /^\\k[{<'](\w+)[}>']$/.exec(piece)?.[1];
  if (name !== undefined) return `\\k<${name}>`;
  const back = /^\\g\{?(\d+)\}?$/.exec(piece)?.[1];
  if (back !== undefined) return `\\${back}`;
  if (/^\\(?:[pP]\{\w+\}|[dDwWsSbBntrfv0-9x])$/.test(piece)) return piece;
  const sign = piece.slice(1);
  if (/^[A-Za-z]/.test(sign)) refuse(piece);
  return /[\^$\\.*+?()[\]{}|/]/.test(sign) ? piece : sign === "-" ? "\\x2d" : sign;
}
