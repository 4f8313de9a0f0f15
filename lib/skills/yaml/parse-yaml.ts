import { type Document, isCollection, isNode, isPair, isScalar, LineCounter, type Node, Scalar } from "yaml";
import { memoObject } from "#lib/memo.ts";
import { maxFrontmatterLength } from "../split-frontmatter.ts";
import { universalNewlines } from "../text-rules.ts";
import { parseBounded, type YamlLimits } from "./parse-bounded.ts";
import { createTextCache } from "./text-cache.ts";

/** Limits of frontmatter: some 1,500 values. No real one comes near, and parsing one at the limit takes some twenty milliseconds. */
export const frontmatterLimits: YamlLimits = { parts: 12_000, depth: 256 };

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

const options = {
  schema: "failsafe",
  resolveKnownTags: false,
  customTags: ["binary" as const],
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
} satisfies Parameters<typeof parseBounded>[2];

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

/**
 * Every node of a document in the order written, collected once: every dialect walks them, most more than once. Without recursion, because
 * a stranger's file decides how deep it nests.
 */
export const nodesIn = memoObject((document: Document): readonly Node[] => {
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
});

/** Whether a node is in quotes or brackets, within which line breaks and indentation mean less. */
export function isBracketed(node: Node): boolean {
  if (isCollection(node)) return node.flow === true;
  return isScalar(node) && (node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE);
}
