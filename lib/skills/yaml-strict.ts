import { isAlias, isCollection, isMap, isScalar, isSeq, type Node, Scalar } from "yaml";
import type { Field, FieldsResult, FieldValue } from "./fields.ts";
import { nodesIn, type ParsedYaml, parseYaml } from "./parse-yaml.ts";
import { findUnprintable } from "./unprintable.ts";

/**
 * Reads YAML as StrictYAML does, the reader of the standard's validator: every scalar is a string (no value
 * is the empty one); flow style, anchors, aliases, tags and repeated keys are errors wherever they stand.
 */
export function readStrictYaml(yaml: string): FieldsResult {
  const unprintable = findUnprintable(yaml);
  if (unprintable !== undefined) {
    return { kind: "bad-yaml", message: "special characters are not allowed", line: unprintable };
  }
  const parsed = parseYaml(yaml);
  if (parsed.problem) return { kind: "bad-yaml", message: parsed.problem.message, line: parsed.problem.line };
  const { document } = parsed;
  if (!document) return { kind: "no-mapping" };
  if (parsed.hasMore) return { kind: "bad-yaml", message: "expected a single document", line: 1 };
  for (const node of nodesIn(document)) {
    const message = refusal(node, parsed.text);
    if (message) return { kind: "bad-yaml", message, line: lineOf(node, parsed) };
  }
  return isMap(document.contents)
    ? { kind: "fields", fields: readMap(document.contents, parsed) }
    : { kind: "no-mapping" };
}

function refusal(node: Node, text: string): string | undefined {
  if (isAlias(node)) return "aliases are not allowed";
  if ("anchor" in node && node.anchor !== undefined) return "anchors are not allowed";
  if (node.tag !== undefined) return "tags are not allowed";
  if (isCollection(node) && node.flow) return "flow style is not allowed";
  if (isScalar(node) && node.type === Scalar.PLAIN && node.source?.includes("\t")) return "a tab needs quotes";
  return isMap(node) ? keyRefusal(node.items as Pair[], text) : undefined;
}

interface Pair {
  readonly key: Node;
  readonly value: Node | null;
}

function keyRefusal(items: readonly Pair[], text: string): string | undefined {
  const seen = new Set<string>();
  for (const { key, value } of items) {
    if (!isScalar(key)) return "a key must be text";
    if (text.slice(key.range?.[1], value?.range?.[0]).includes("\t")) return "a tab may not stand before a value";
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
  if (isMap(node)) {
    const items = node.items as Pair[];
    return { kind: "map", entries: new Map(items.map(({ key, value }) => [scalarText(key) ?? "", scalarText(value)])) };
  }
  if (isSeq(node)) return { kind: "list", items: (node.items as Node[]).map(scalarText) };
  return { kind: "text", text: scalarText(node) ?? "" };
}

function scalarText(node: Node | null): string | undefined {
  if (!node) return "";
  return isScalar(node) ? String(node.value ?? "") : undefined;
}

function lineOf(node: Node, parsed: ParsedYaml): number {
  return parsed.lineAt(node.range?.[0] ?? 0);
}
