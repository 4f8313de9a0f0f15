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
import { maxFrontmatterLength } from "../frontmatter.ts";
import { universalNewlines } from "../text-rules.ts";

/**
 * How much of YAML is read: its cost lies in how many parts it has, far more than in how long it is. Counted in place of
 * time, so that every machine draws the line at the same text.
 */
interface YamlLimits {
  /** Words, signs, blanks and line breaks, as the `yaml` package takes a text apart; each costs one to two microseconds. */
  readonly parts: number;
  /** Collections within each other: the package composes them by recursion, for which a browser has only so much room. */
  readonly depth: number;
}

interface BoundedYaml {
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
interface TextCache<Result> {
  /** What came of this text before, or else of `make` now. */
  get(text: string, make: (text: string) => Result): Result;
  /** What came of it before. */
  known(text: string): Result | undefined;
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

/** A part of a text that V8 cut out keeps the whole of it in memory: a file of ten kilobytes for a frontmatter of two hundred characters. */
function copyOf(text: string): string {
  // Through JSON, as no function of the language makes a copy.
  return JSON.parse(JSON.stringify(text)) as string;
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

/** Of a frontmatter: some 500 values. No real one comes near, and at the limit it takes a few milliseconds. */
export const frontmatterLimits: YamlLimits = { parts: 3_000, depth: 256 };

/**
 * Frontmatter as the `yaml` package reads it, before any harness's dialect: scalars untyped, repeated keys
 * let through, nothing thrown. Only the first document counts, as for the loaders that harnesses use.
 */
export interface ParsedYaml {
  /** Absent when there is no document at all: nothing, or nothing but comments. */
  readonly document: Document | undefined;
  /** Whether another document follows (after `...`). */
  readonly hasMore: boolean;
  readonly problem: YamlProblem | undefined;
  /** What reading it took, of `frontmatterLimits.parts`; `undefined`: more than that, and nothing was read. */
  readonly parts: number | undefined;
  /** As parsed, with every line break a newline: what offsets count in. */
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
 * Parsing is most of what a first look at a skill costs, and depends on nothing but the text: what was parsed once serves
 * every harness, and the same files mounted anew. The text itself is the id of the content, since no hash is to be had
 * without waiting. Holds the frontmatter of at least 2,000 skills; an ordinary character costs 17 bytes once parsed,
 * a hostile one up to 100.
 */
const cache = createTextCache<ParsedYaml>(2_000_000);

/** Parses YAML, as far as it is not too much; the result is shared and must not be written to. */
export function parseYaml(yaml: string): ParsedYaml {
  return cache.get(yaml, (text) => parsedAsTwin(text) ?? parse(text));
}

/**
 * What came of the same YAML with or without its last line break: some fences cut before it and some behind it, and it means
 * something to a block of text alone.
 */
function parsedAsTwin(yaml: string): ParsedYaml | undefined {
  const bare = yaml.endsWith("\n") ? yaml.slice(0, -1) : yaml;
  // Blanks, signs and doubled quotes at the very end are read otherwise than in front of a line break.
  if (!/[\w.)\]]["']?$/.test(bare)) return undefined;
  const twin = cache.known(bare === yaml ? `${yaml}\n` : bare);
  if (!twin?.document || twin.problem || twin.hasMore || twin.parts === undefined) return undefined;
  // The line break is a part, too, which may be the one too many.
  if (twin.parts >= frontmatterLimits.parts) return undefined;
  const last = nodesIn(twin.document).at(-1);
  const isBlock = isScalar(last) && (last.type === Scalar.BLOCK_LITERAL || last.type === Scalar.BLOCK_FOLDED);
  return last && !isBlock ? twin : undefined;
}

/** Whether YAML is longer than is read of frontmatter, or has too many parts. */
export function isTooMuch(yaml: string): boolean {
  return yaml.length > maxFrontmatterLength || parseYaml(yaml).parts === undefined;
}

let parsedParts = 0;

/**
 * How many parts (see `YamlLimits`) have been parsed in this thread so far. It only rises: whoever wants to know what some
 * work has cost asks before it and after it.
 */
export function partsParsed(): number {
  return parsedParts;
}

const options = { schema: "failsafe", uniqueKeys: false, prettyErrors: false, logLevel: "silent" } as const;

function parse(yaml: string): ParsedYaml {
  // The package takes a lone carriage return for text; to the loaders it ends a line.
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

/** Lines are counted when the first is asked for: of most texts none ever is. */
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

/** Every dialect looks through them, most more than once. */
const nodesOf = new WeakMap<Document, readonly Node[]>();

/** Every node of a document in the order written. */
export function nodesIn(document: Document): readonly Node[] {
  const known = nodesOf.get(document);
  if (known) return known;
  const nodes = collectNodes(document);
  nodesOf.set(document, nodes);
  return nodes;
}

/** Without recursion: how deep it nests is a stranger's choice. */
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

/** Whether the node stands in quotes or brackets, within which line breaks and indentation mean less. */
export function isBracketed(node: Node): boolean {
  if (isCollection(node)) return node.flow === true;
  return isScalar(node) && (node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE);
}
