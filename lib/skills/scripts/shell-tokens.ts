import { nestedEnd, substitutedTexts } from "./shell-substitutions.ts";

/** A token of a shell text, with its 1-based line. */
export type ShellToken = { readonly line: number } & (
  | ShellWord
  /** `;`, `&`, `|` and the like, parentheses, and the end of a line. */
  | { readonly kind: "operator"; readonly sign: string }
  /** What the next word is. `here`: the word that ends a here-document. */
  | { readonly kind: "redirect"; readonly what: "reads" | "writes" | "here" | "text" }
);

export interface ShellWord {
  readonly kind: "word";
  /** The word without its quotes. */
  readonly text: string;
  /** Whether the word is literal: it has no expansion and no pattern. */
  readonly isPlain: boolean;
  /** Texts of the command substitutions in the word. */
  readonly inner: readonly string[];
}

const blank = /(?:[ \t\r]|\\\n)+|#[^\n]*/y;
const redirection = /(?:\d+|&)?(<<<|<<-?|<>?|>>|>\|?)(&(?:\d+-?|-)?)?(?!\()/y;
const operator = /&&|\|\||;;|[;&|()\n]|[<>]\(/y;

/** A piece of a word: its text, and the part that the shell expands. */
interface Piece {
  readonly text: string;
  readonly filled?: string;
  readonly isPattern?: boolean;
}

/** The forms that a piece of a word can have besides `"…"` and `$(…)`, in the order in which they are tried. */
const pieces: readonly (readonly [RegExp, (text: string) => Piece])[] = [
  [/'[^']*'?/y, (text) => ({ text: text.replaceAll("'", "") })],
  [/\\[\s\S]?/y, (text) => ({ text: text.slice(1) })],
  [/`[^`]*`?|\$\{[^}]{0,500}\}|\$\w+|\$./y, (text) => ({ text, filled: text })],
  [
    /[^\s;&|()<>'"\\$`]+|[\s\S]/y,
    (text) => ({ text, isPattern: /[*?[~{]/.test(text) && !/^(?:\{|\[\[?)$/.test(text) }),
  ],
];

/** The tokens of a text up to its end; here-documents are skipped. */
export function* shellTokens(text: string): Generator<ShellToken, void> {
  const reader = createReader(text);
  const ends: string[] = [];
  let before: ShellToken | undefined;
  while (!reader.isOver()) {
    if (reader.take(blank)) continue;
    const token = readToken(reader);
    if (!token) continue;
    yield token;
    const isEnd = before?.kind === "redirect" && before.what === "here" && token.kind === "word";
    if (isEnd) ends.push(token.text);
    before = token;
    const isLineEnd = token.kind === "operator" && token.sign === "\n";
    for (const end of isLineEnd ? ends.splice(0) : []) reader.passGiven(end);
  }
}

/** `undefined` for a redirection that names no file. */
function readToken(reader: Reader): ShellToken | undefined {
  const { line } = reader;
  const redirected = reader.take(redirection);
  if (redirected) {
    const what = redirectOf(redirected);
    return what && { kind: "redirect", what, line };
  }
  const sign = reader.take(operator)?.[0];
  return sign === undefined ? { ...readWord(reader), line } : { kind: "operator", sign, line };
}

/** A position in a text, and its line. */
interface Reader {
  readonly line: number;
  isOver(): boolean;
  /** Whether the next character ends a word. */
  endsWord(): boolean;
  /** The match of a form at this position, which moves past it. */
  take(form: RegExp): RegExpExecArray | null;
  /** The `"…"` or `$(…)` at this position, which moves past it. */
  takeNested(): string | undefined;
  /** Moves past a here-document, which ends with the line `end`. */
  passGiven(end: string): void;
}

function createReader(text: string): Reader {
  let at = 0;
  let line = 1;
  const goTo = (to: number) => {
    line += text.slice(at, to).split("\n").length - 1;
    at = to;
  };
  return {
    get line() {
      return line;
    },
    isOver: () => at >= text.length,
    endsWord: () => at >= text.length || /[\s;&|()<>]/.test(text.charAt(at)),
    take(form) {
      form.lastIndex = at;
      const found = form.exec(text);
      goTo(at + (found?.[0].length ?? 0));
      return found;
    },
    takeNested() {
      if (text[at] !== '"' && !text.startsWith("$(", at)) return undefined;
      const from = at;
      goTo(nestedEnd(text, at));
      return text.slice(from, at);
    },
    passGiven(end) {
      for (let isGiven = true; isGiven && at < text.length; ) {
        const next = text.indexOf("\n", at);
        isGiven = text.slice(at, next === -1 ? undefined : next).replace(/^\t+/, "") !== end;
        goTo(next === -1 ? text.length : next + 1);
      }
    },
  };
}

function readWord(reader: Reader): ShellWord {
  const read: Piece[] = [];
  do read.push(readPiece(reader));
  while (!reader.endsWord());
  const filled = read.flatMap((piece) =>
    piece.filled !== undefined && /[$`]/.test(piece.filled.replaceAll(/\\[\s\S]/g, "")) ? [piece.filled] : [],
  );
  return {
    kind: "word",
    text: read.map((piece) => piece.text).join(""),
    isPlain: filled.length === 0 && !read.some(({ isPattern }) => isPattern),
    inner: filled.flatMap(substitutedTexts),
  };
}

function readPiece(reader: Reader): Piece {
  const nested = reader.takeNested();
  if (nested !== undefined) {
    const filled = nested.replaceAll(/^"|"$/g, "");
    return { text: nested.startsWith("$") ? nested : filled.replaceAll(/\\(["\\$`\n])/g, "$1"), filled };
  }
  for (const [form, pieceOf] of pieces) {
    const found = reader.take(form);
    if (found) return pieceOf(found[0]);
  }
  throw new Error("The last form takes any sign.");
}

/** The kind of a redirection; `undefined` for one from a stream to a stream, which names no file. */
function redirectOf([, sign = "", more = ""]: RegExpExecArray) {
  if (/\d|-/.test(more)) return undefined;
  if (sign === "<<<") return "text";
  if (sign.startsWith("<<")) return "here";
  return sign.startsWith("<") ? "reads" : "writes";
}
