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
 * Limits on the YAML that is read. Its cost depends on the number of its parts far more than on its length. Counted instead of timed, so
 * that every machine accepts the same texts.
 */
export interface YamlLimits {
  /** Lexemes of the `yaml` package (words, signs, blanks and line breaks); each costs one to two microseconds. */
  readonly parts: number;
  /** Levels of nested collections: the package composes them by recursion, and a browser's stack is limited. */
  readonly depth: number;
}

interface BoundedYaml {
  /** Absent when there is no document: an empty text, or only comments. Has no warnings, and only the first errors. */
  readonly document: Document | undefined;
  /** Whether another document follows (after `...`); it is not looked at. */
  readonly hasMore: boolean;
  readonly parts: number;
}

type Options = ParseOptions & DocumentOptions & SchemaOptions;

/** The first document of a text; `undefined` if the text exceeds the limits. */
export function parseBounded(text: string, limits: YamlLimits, options: Options): BoundedYaml | undefined {
  const parser = new Parser();
  const composer = createComposer(options);
  let parts = 0;
  for (const lexeme of new Lexer().lex(text)) {
    parts += 1 + badEscapeCost * countBadEscapes(lexeme);
    if (parts > limits.parts || parser.stack.length > limits.depth) return undefined;
    for (const token of parser.next(lexeme)) {
      // The composer returns a document when the next one begins.
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
 * Estimates the number of parts of a text without parsing it: from the signs between parts, and from its length, because a very long part
 * also takes time. Some twenty for a text of a hundred words. Stops counting at `most`.
 */
export function estimateParts(text: string, most: number): number {
  let count = 1 + Math.floor(text.length / 64);
  for (let index = 0; index < text.length && count < most; index++) {
    if (signs.has(text.charCodeAt(index))) count++;
  }
  return Math.min(count, most);
}

const signs: ReadonlySet<number> = new Set(Array.from("\r\n\t,:?-[]{}#&*!|>'\"%\\", (sign) => sign.charCodeAt(0)));

/**
 * For each bad escape the package throws, catches and reports an error, whether or not the error is then kept. That costs as much as this
 * many parts.
 */
const badEscapeCost = 8;
const badEscape = /\\(?:x(?![\da-f]{2})|u(?![\da-f]{4})|U(?!0010|000[\da-f]))/gi;

function countBadEscapes(lexeme: string): number {
  return lexeme.startsWith('"') && lexeme.includes("\\") ? (lexeme.match(badEscape)?.length ?? 0) : 0;
}

/** Most errors kept of a document. Each is an `Error` with a stack trace, which costs ten times as much as the text it is about. */
export const maxYamlErrors = 64;

type ReportError = (source: unknown, code: YAMLError["code"], message: string, isWarning?: boolean) => void;

/** A composer that keeps only the first errors. The package has no setting for this, so the code accesses a private member. */
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
