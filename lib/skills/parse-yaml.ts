import { type Document, isCollection, isNode, isPair, isScalar, LineCounter, type Node, Scalar } from "yaml";
import { createTextCache, parseBounded, type YamlLimits } from "./bounded-yaml.ts";
import { maxFrontmatterLength } from "./frontmatter.ts";

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
  return cache.get(yaml, parse);
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
  const text = yaml.slice(0, maxFrontmatterLength).replace(/\r\n?/g, "\n");
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

/** Every node of a document in the order written, without recursion: how deep it nests is a stranger's choice. */
export function* nodesIn(document: Document): Generator<Node, void> {
  const ahead: unknown[] = [document.contents];
  while (ahead.length > 0) {
    const item = ahead.pop();
    if (isPair(item)) ahead.push(item.value, item.key);
    if (!isNode(item)) continue;
    yield item;
    if (isCollection(item)) for (const child of item.items.toReversed()) ahead.push(child);
  }
}

/** Whether the node stands in quotes or brackets, within which line breaks and indentation mean less. */
export function isBracketed(node: Node): boolean {
  if (isCollection(node)) return node.flow === true;
  return isScalar(node) && (node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE);
}
