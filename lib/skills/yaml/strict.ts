import { type Document, isAlias, isCollection, isMap, isScalar, isSeq, type Node, Scalar } from "yaml";
import type { Field, FieldsResult, FieldValue } from "../frontmatter.ts";
import { isMergeKey } from "./aliases.ts";
import { lineOf, type Pair, readCollection } from "./nodes.ts";
import { findUnprintable, parsePythonYaml } from "./parse-go-yaml.ts";
import { nodesIn, type ParsedYaml } from "./parse-yaml.ts";

/**
 * Reads YAML as StrictYAML, the reader of the standard's validator, does: every scalar is a string (no value is the empty string); flow
 * style, anchors, aliases, tags and repeated keys are errors anywhere.
 */
export function readStrictYaml(yaml: string): FieldsResult {
  const unprintable = findUnprintable(yaml);
  if (unprintable !== undefined) {
    return { kind: "bad-yaml", message: "special characters are not allowed", line: unprintable };
  }
  const parsed = parsePythonYaml(yaml);
  if (parsed.problem) return { kind: "bad-yaml", message: parsed.problem.message, line: parsed.problem.line };
  const { document } = parsed;
  if (!document) return noDocument(parsed.text);
  if (parsed.hasMore) return { kind: "bad-yaml", message: "expected a single document", line: 1 };
  const tab = findTab(document, parsed.text);
  if (tab !== undefined) return { kind: "bad-yaml", message: "a tab needs quotes", line: parsed.lineAt(tab) };
  for (const node of nodesIn(document)) {
    const message = refusal(node);
    if (message) return { kind: "bad-yaml", message, line: lineOf(node, parsed) };
  }
  return isMap(document.contents)
    ? { kind: "fields", fields: readMap(document.contents, parsed) }
    : { kind: "no-mapping" };
}

/** An empty text is no mapping; a document marker or a directive without a document is an error. */
function noDocument(text: string): FieldsResult {
  const isBlank = !/[^ \n]/.test(text.replace(comments, ""));
  return isBlank ? { kind: "no-mapping" } : { kind: "bad-yaml", message: "expected the document start", line: 1 };
}

const comments = /(?<=^|\s)#.*/gm;

/** Offset of a tab outside of quotes, block scalars and comments: StrictYAML does not accept it as white space. */
function findTab(document: Document, text: string): number | undefined {
  if (!text.includes("\t")) return undefined;
  let seen = "";
  for (const node of nodesIn(document)) {
    if (!isScalar(node) || node.type === Scalar.PLAIN) continue;
    const [start, end] = node.range ?? [0, 0];
    const isBlock = node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL;
    const inside = isBlock ? Math.max(start, text.indexOf("\n", start)) : start;
    seen += text.slice(seen.length, inside) + masked(text.slice(inside, end));
  }
  seen += text.slice(seen.length);
  const tab = seen.replace(comments, masked).indexOf("\t");
  return tab < 0 ? undefined : tab;
}

function masked(text: string): string {
  return text.replace(/[^\n]/g, "x");
}

function refusal(node: Node): string | undefined {
  if (isAlias(node)) return "aliases are not allowed";
  if ("anchor" in node && node.anchor !== undefined) return "anchors are not allowed";
  if (node.tag !== undefined) return "tags are not allowed";
  if (isCollection(node) && node.flow) return "flow style is not allowed";
  return isMap(node) ? keyRefusal(node.items as Pair[]) : undefined;
}

function keyRefusal(items: readonly Pair[]): string | undefined {
  const seen = new Set<string>();
  for (const { key, value } of items) {
    if (!isScalar(key)) return "a key must be text";
    if (isMergeKey(key) && !isMap(value)) return "expected a mapping for merging";
    const name = scalarText(key) ?? "";
    if (seen.has(name)) return `duplicate key "${name}"`;
    seen.add(name);
  }
  return undefined;
}

function readMap(map: { items: unknown[] }, parsed: ParsedYaml): ReadonlyMap<string, Field> {
  const items = map.items as Pair[];
  return new Map(
    items.map(({ key, value }) => [scalarText(key) ?? "", { value: readValue(value), line: lineOf(key, parsed) }]),
  );
}

function readValue(node: Node | null): FieldValue {
  const collection = readCollection(node, scalarText);
  if (!collection) return { kind: "text", text: scalarText(node) ?? "" };
  const below = isMap(node) ? (node.items as Pair[]).map(({ value }) => value) : isSeq(node) ? node.items : [];
  return below.some(isCollection) ? { ...collection, data: plainData(node) } : collection;
}

/** A key such as `__proto__` is a key like any other: `fromEntries` defines own properties. */
function plainData(node: Node | null): unknown {
  if (isSeq(node)) return (node.items as Node[]).map(plainData);
  if (!isMap(node)) return scalarText(node);
  return Object.fromEntries((node.items as Pair[]).map(({ key, value }) => [scalarText(key) ?? "", plainData(value)]));
}

function scalarText(node: Node | null): string | undefined {
  if (!node) return "";
  return isScalar(node) ? String(node.value ?? "") : undefined;
}
