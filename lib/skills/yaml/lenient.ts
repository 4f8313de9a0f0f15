import { type Document, isMap, isScalar, type Node, Scalar } from "yaml";
import type { Field, Fields, FieldsResult, FieldValue } from "../frontmatter.ts";
import { type AliasTargets, aliasTarget, isMergeKey, resolveAliases, withMerged } from "./aliases.ts";
import { scalarText } from "./go-scalars.ts";
import { type Pair, readCollection } from "./nodes.ts";
import { parseYaml } from "./parse-yaml.ts";

/**
 * Reads YAML ignoring the case of keys; the last of repeated keys counts, and merge keys are followed. Text that is no valid YAML is read
 * line by line, each split at its first colon. A scalar keeps its source text. Never reports a problem.
 */
export function readLenientYaml(yaml: string): FieldsResult {
  const { document, problem, lineAt } = parseYaml(yaml);
  const fields = document && !problem ? readDocument(document, lineAt) : undefined;
  return { kind: "fields", fields: fields ?? readLines(yaml) };
}

/** `undefined` if an alias has no target, a merge key has anything but maps, or the document is no map. */
function readDocument(document: Document, lineAt: (offset: number) => number): Fields | undefined {
  const aliases = resolveAliases(document);
  if (aliases.kind !== "known" || !isMap(document.contents)) return undefined;
  const { targets } = aliases;
  const maps = withMerged(document.contents, targets);
  const pairs = maps?.toReversed().flatMap((map) => map.items as Pair[]);
  return (
    pairs &&
    new Map(
      pairs
        .filter(({ key }) => isScalar(key) && !isMergeKey(key))
        .map(({ key, value }) => {
          const field = { value: readValue(value, targets), line: lineAt(key?.range?.[0] ?? 0) };
          return [(scalarText(key) ?? "").toLowerCase(), field] as const;
        }),
    )
  );
}

function readValue(written: Node | null, targets: AliasTargets): FieldValue {
  const node = aliasTarget(written, targets);
  const collection = readCollection(node, scalarText);
  if (collection) return collection;
  const text = scalarText(node) ?? "";
  return isScalar(node) && node.type === Scalar.PLAIN && nulls.test(text) ? { kind: "null" } : { kind: "text", text };
}

const nulls = /^(~|null)?$/i;

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
