import { isMap, isScalar, isSeq, type Node, Scalar } from "yaml";
import type { Field, Fields, FieldsResult, FieldValue } from "./fields.ts";
import { parseYaml } from "./parse-yaml.ts";

/**
 * Reads YAML with its keys in any case, the last of a repeated one; what is no YAML is read line by line, each
 * split at its first colon. A scalar keeps its source text. Never a problem.
 */
export function readLenientYaml(yaml: string): FieldsResult {
  const { document, problem, lineAt } = parseYaml(yaml);
  if (problem || !isMap(document?.contents)) return { kind: "fields", fields: readLines(yaml) };
  const fields = new Map<string, Field>();
  for (const { key, value } of document.contents.items as { key: Node; value: Node | null }[]) {
    if (!isScalar(key)) continue;
    fields.set(String(key.value ?? "").toLowerCase(), { value: readValue(value), line: lineAt(key.range?.[0] ?? 0) });
  }
  return { kind: "fields", fields };
}

function readValue(node: Node | null): FieldValue {
  if (isSeq(node)) return { kind: "list", items: (node.items as Node[]).map(scalarText) };
  if (isMap(node)) {
    const items = node.items as { key: Node; value: Node }[];
    return { kind: "map", entries: new Map(items.map(({ key, value }) => [scalarText(key) ?? "", scalarText(value)])) };
  }
  const text = scalarText(node) ?? "";
  return isScalar(node) && node.type === Scalar.PLAIN && nulls.test(text) ? { kind: "null" } : { kind: "text", text };
}

const nulls = /^(~|null)?$/i;

function scalarText(node: Node | null): string | undefined {
  return isScalar(node) ? String(node.value ?? "") : undefined;
}

function readLines(yaml: string): Fields {
  const fields = new Map<string, Field>();
  for (const [index, line] of yaml.split("\n").entries()) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const text = withoutQuotes(line.slice(colon + 1).trim());
    fields.set(line.slice(0, colon).trim().toLowerCase(), { value: { kind: "text", text }, line: index + 1 });
  }
  return fields;
}

function withoutQuotes(text: string): string {
  return /^(["']).*\1$/.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}
