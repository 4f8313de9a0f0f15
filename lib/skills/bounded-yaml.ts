import {
  Composer,
  type CST,
  type Document,
  type DocumentOptions,
  Lexer,
  type ParseOptions,
  Parser,
  type SchemaOptions,
  type YAMLError,
} from "yaml";

/**
 * How much of YAML is read: its cost lies in how many parts it has, far more than in how long it is. Counted in place of
 * time, so that every machine draws the line at the same text.
 */
export interface YamlLimits {
  /** Words, signs, blanks and line breaks, as the `yaml` package takes a text apart; each costs one to two microseconds. */
  readonly parts: number;
  /** Collections within each other: the package composes them by recursion, for which a browser has only so much room. */
  readonly depth: number;
}

export interface BoundedYaml {
  /** Absent when there is none: nothing, or nothing but comments. Holds no warnings, and the first errors only. */
  readonly document: Document | undefined;
  /** Whether another document follows (after `...`); it is not looked at. */
  readonly hasMore: boolean;
  readonly parts: number;
}

type Options = ParseOptions & DocumentOptions & SchemaOptions;

/** The first document of a text; `undefined` where the text is beyond the limits. */
export function parseBounded(text: string, limits: YamlLimits, options: Options): BoundedYaml | undefined {
  const parser = new Parser();
  const composer = createComposer(options);
  let parts = 0;
  for (const lexeme of new Lexer().lex(text)) {
    parts += 1 + badEscapeCost * countBadEscapes(lexeme);
    if (parts > limits.parts || parser.stack.length > limits.depth) return undefined;
    for (const token of parser.next(lexeme)) {
      // A document is handed out when the next one is there.
      for (const document of composer.next(token)) return { document, hasMore: true, parts };
    }
  }
  for (const token of parser.end()) {
    for (const document of composer.next(token)) return { document, hasMore: true, parts };
  }
  const [document] = composer.end();
  return { document, hasMore: false, parts };
}

/**
 * About how many parts a text has, told without reading it: by the signs that stand between them, and by its length, as a
 * very long part takes its time too. Some twenty for a text of a hundred words. Counts no further than `most`.
 */
export function estimateParts(text: string, most: number): number {
  let count = 1 + Math.floor(text.length / 64);
  for (let index = 0; index < text.length && count < most; index++) {
    if (signs.has(text.charCodeAt(index))) count++;
  }
  return Math.min(count, most);
}

const signs: ReadonlySet<number> = new Set(Array.from("\r\n\t,:?-[]{}#&*!|>'\"%\\", (sign) => sign.charCodeAt(0)));

/** The package lets each of them throw, catches that, and reports it, whether or not it is then kept: as dear as so many parts. */
const badEscapeCost = 8;
const badEscape = /\\(?:x(?![\da-f]{2})|u(?![\da-f]{4})|U(?!0010|000[\da-f]))/gi;

function countBadEscapes(lexeme: string): number {
  return lexeme.startsWith('"') && lexeme.includes("\\") ? (lexeme.match(badEscape)?.length ?? 0) : 0;
}

/** Errors kept of a document. Each is an `Error` with a stack trace, which costs ten times what it tells of. */
export const maxYamlErrors = 64;

type ReportError = (source: unknown, code: YAMLError["code"], message: string, isWarning?: boolean) => void;

/** A composer that keeps the first errors. The package has no setting for it: this reaches behind its types. */
function createComposer(options: Options): { next(token: CST.Token): Iterable<Document>; end(): Iterable<Document> } {
  const composer = new Composer(options);
  const inner = composer as unknown as { onError: ReportError };
  const report = inner.onError;
  let count = 0;
  inner.onError = (source, code, message, isWarning) => {
    if (!isWarning && ++count <= maxYamlErrors) report(source, code, message);
  };
  return {
    next: (token) => (token.type === "error" && ++count > maxYamlErrors ? [] : composer.next(token)),
    end: () => composer.end(),
  };
}

/** What was worked out from texts, as many characters of them as fit. */
export interface TextCache<Result> {
  /** What came of this text before, or else of `make` now. */
  get(text: string, make: (text: string) => Result): Result;
}

/**
 * Keeps the texts asked for last, `maxLength` characters of them or somewhat less: in two halves, of which the older
 * goes at once. Taking the oldest texts out of one map each by itself costs a walk over all that went before them.
 */
export function createTextCache<Result>(maxLength: number): TextCache<Result> {
  type Kept = { readonly text: string; readonly result: Result };
  let recent = new Map<string, Kept>();
  let older = new Map<string, Kept>();
  let length = 0;
  function keep(key: string, kept: Kept): Result {
    if (length + kept.text.length > maxLength / 2) {
      older = recent;
      recent = new Map();
      length = 0;
    }
    recent.set(key, kept);
    length += kept.text.length;
    return kept.result;
  }
  return {
    get(text, make) {
      const key = keyOf(text);
      const now = recent.get(key);
      if (now && isOf(now, text)) return now.result;
      const before = older.get(key);
      return keep(key, before && isOf(before, text) ? before : { text, result: make(text) });
    },
  };
}

const sampledLength = 16_384;

/** A shorter text is its own key, so that only its length tells it from a long one whose sample reads as it does. */
function isOf(kept: { readonly text: string }, text: string): boolean {
  return kept.text.length === text.length && (text.length < sampledLength || kept.text === text);
}

/**
 * V8 hashes a text of `sampledLength` characters and more by its length alone: thirty of one length in a map, and each question
 * compares the text with all of them. Such a text stands under a sample of it, where another may take its place.
 */
function keyOf(text: string): string {
  if (text.length < sampledLength) return text;
  const step = text.length >> 6;
  const sample = Array.from({ length: 64 }, (_, index) => text.charAt(index * step));
  return `${text.length} ${sample.join("")} ${text.slice(-256)}`;
}
