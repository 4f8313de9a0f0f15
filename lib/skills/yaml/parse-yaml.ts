import {
  Composer,
  type CST,
  type Document,
  type DocumentOptions,
  isCollection,
  isNode,
  isPair,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  type ParseOptions,
  Parser,
  Scalar,
  type SchemaOptions,
  type YAMLError,
} from "yaml";
import { maxFrontmatterLength } from "../split-frontmatter.ts";
import { universalNewlines } from "../text-rules.ts";

/**
 * Limits on the YAML that is read. Its cost depends on the number of its parts far more than on its length. Counted instead of timed, so
 * that every machine accepts the same texts.
 */
interface YamlLimits {
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

/** Results derived from texts, for as many characters of text as fit. */
interface TextCache<Result> {
  /** The cached result for this text, or else that of `make` now. */
  get(text: string, make: (text: string) => Result): Result;
  /** The cached result for this text, if any. */
  known(text: string): Result | undefined;
}

/**
 * Keeps the most recent texts, up to `maxLength` characters: in two halves, of which the older is dropped as a whole. Removing the oldest
 * entries one by one from a single map would walk over all entries removed before.
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
  function find(text: string): Kept | undefined {
    const key = keyOf(text);
    const now = recent.get(key);
    if (now && isOf(now, text)) return now;
    const before = older.get(key);
    if (!before || !isOf(before, text)) return undefined;
    keep(key, before);
    return before;
  }
  return {
    known: (text) => find(text)?.result,
    get(text, make) {
      const found = find(text);
      if (found) return found.result;
      const own = copyOf(text);
      return keep(keyOf(own), { text: own, result: make(own) });
    },
  };
}

/**
 * A copy of a text. V8 keeps the whole string in memory for a part that was cut out of it: a file of ten kilobytes for a frontmatter of two
 * hundred characters.
 */
function copyOf(text: string): string {
  // Through JSON, because no function of the language makes a copy.
  return JSON.parse(JSON.stringify(text)) as string;
}

const sampledLength = 16_384;

/** A short text is its own key, so only its length distinguishes it from a long text whose sample equals it. */
function isOf(kept: { readonly text: string }, text: string): boolean {
  return kept.text.length === text.length && (text.length < sampledLength || kept.text === text);
}

/**
 * V8 hashes a text of `sampledLength` characters or more by its length alone: with thirty texts of one length in a map, each lookup
 * compares the text with all of them. So the key of such a text is a sample of it, and a text with the same sample may replace it.
 */
function keyOf(text: string): string {
  if (text.length < sampledLength) return text;
  const step = text.length >> 6;
  const sample = Array.from({ length: 64 }, (_, index) => text.charAt(index * step));
  return `${text.length} ${sample.join("")} ${text.slice(-256)}`;
}

/** Limits of frontmatter: some 500 values. No real one comes near, and parsing one at the limit takes a few milliseconds. */
export const frontmatterLimits: YamlLimits = { parts: 3_000, depth: 256 };

/**
 * Frontmatter as the `yaml` package reads it, before any harness's dialect: scalars untyped, repeated keys accepted, nothing thrown. Only
 * the first document counts, as for the loaders that harnesses use.
 */
export interface ParsedYaml {
  /** Absent when there is no document: an empty text, or only comments. */
  readonly document: Document | undefined;
  /** Whether another document follows (after `...`). */
  readonly hasMore: boolean;
  readonly problem: YamlProblem | undefined;
  /** Number of parts that were parsed; `undefined`: more than `frontmatterLimits.parts`, and nothing was read. */
  readonly parts: number | undefined;
  /** The parsed text, with every line break a newline; offsets refer to it. */
  readonly text: string;
  /** The 1-based line of an offset. */
  lineAt(offset: number): number;
}

export interface YamlProblem {
  readonly message: string;
  readonly offset: number;
  /** 1-based, within the frontmatter. */
  readonly line: number;
}

/**
 * Parsing is most of the cost of a first look at a skill, and depends on the text alone: a parsed text serves every harness, and the same
 * files mounted again. The text itself is the key, because hashing its content would be asynchronous. Holds the frontmatter of at least
 * 2,000 skills; an ordinary character costs 17 bytes once parsed, a hostile one up to 100.
 */
const cache = createTextCache<ParsedYaml>(2_000_000);

/** Parses YAML within the limits; the result is shared and must not be changed. */
export function parseYaml(yaml: string): ParsedYaml {
  return cache.get(yaml, (text) => parsedAsTwin(text) ?? parse(text));
}

/**
 * The cached result of the same YAML with or without its last line break: some fences cut before it and some after it, and it is
 * significant only to a block scalar.
 */
function parsedAsTwin(yaml: string): ParsedYaml | undefined {
  const bare = yaml.endsWith("\n") ? yaml.slice(0, -1) : yaml;
  // Blanks, signs and doubled quotes at the very end are read differently from the same before a line break.
  if (!/[\w.)\]]["']?$/.test(bare)) return undefined;
  const twin = cache.known(bare === yaml ? `${yaml}\n` : bare);
  if (!twin?.document || twin.problem || twin.hasMore || twin.parts === undefined) return undefined;
  // The line break is a part, too, and may be the one that exceeds the limit.
  if (twin.parts >= frontmatterLimits.parts) return undefined;
  const last = nodesIn(twin.document).at(-1);
  const isBlock = isScalar(last) && (last.type === Scalar.BLOCK_LITERAL || last.type === Scalar.BLOCK_FOLDED);
  return last && !isBlock ? twin : undefined;
}

/** Whether YAML is longer than frontmatter may be, or has too many parts. */
export function isTooMuch(yaml: string): boolean {
  return yaml.length > maxFrontmatterLength || parseYaml(yaml).parts === undefined;
}

let parsedParts = 0;

/**
 * Number of parts (see `YamlLimits`) that this thread has parsed so far. The number only rises: to measure the cost of some work, call this
 * before and after it.
 */
export function partsParsed(): number {
  return parsedParts;
}

const options = { schema: "failsafe", uniqueKeys: false, prettyErrors: false, logLevel: "silent" } as const;

function parse(yaml: string): ParsedYaml {
  // The package takes a lone carriage return for text; for the loaders it ends a line.
  const text = universalNewlines(yaml.slice(0, maxFrontmatterLength));
  const lineAt = countLines(text);
  const parsed = parseBounded(text, frontmatterLimits, options);
  parsedParts += parsed?.parts ?? frontmatterLimits.parts;
  if (!parsed) return { ...tooMuch, text, lineAt };
  const error = parsed.document?.errors[0];
  const problem = error && { message: error.message, offset: error.pos[0], line: lineAt(error.pos[0]) };
  return { ...parsed, problem, text, lineAt };
}

const tooMuch = {
  document: undefined,
  hasMore: false,
  parts: undefined,
  problem: { message: "Too much to be read", offset: 0, line: 1 },
} as const;

/** Lines are counted on first use: most texts never need it. */
function countLines(text: string): ParsedYaml["lineAt"] {
  let counter: LineCounter | undefined;
  return (offset) => {
    counter ??= counterOf(text);
    return Math.max(1, counter.linePos(offset).line);
  };
}

function counterOf(text: string): LineCounter {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) counter.addNewLine(at + 1);
  return counter;
}

/** Cached, because every dialect walks the nodes, most more than once. */
const nodesOf = new WeakMap<Document, readonly Node[]>();

/** Every node of a document in the order written. */
export function nodesIn(document: Document): readonly Node[] {
  const known = nodesOf.get(document);
  if (known) return known;
  const nodes = collectNodes(document);
  nodesOf.set(document, nodes);
  return nodes;
}

/** Without recursion, because a stranger's file decides how deep it nests. */
function collectNodes(document: Document): readonly Node[] {
  const nodes: Node[] = [];
  const ahead: unknown[] = [document.contents];
  while (ahead.length > 0) {
    const item = ahead.pop();
    if (isPair(item)) ahead.push(item.value, item.key);
    if (!isNode(item)) continue;
    nodes.push(item);
    if (isCollection(item)) for (let index = item.items.length - 1; index >= 0; index--) ahead.push(item.items[index]);
  }
  return nodes;
}

/** Whether a node is in quotes or brackets, within which line breaks and indentation mean less. */
export function isBracketed(node: Node): boolean {
  if (isCollection(node)) return node.flow === true;
  return isScalar(node) && (node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE);
}
