import { isMap, isSeq, type Node, type YAMLMap } from "yaml";
import type { FieldValue } from "../frontmatter.ts";
import type { ParsedYaml } from "./parse-yaml.ts";

/** A pair of a parsed map. */
export interface Pair {
  readonly key: Node | null;
  readonly value: Node | null;
}

/**
 * The value of a list or a map; `undefined` for any other node.
 * @param textOf the text of an item or a value; `undefined` if it has none
 */
export function readCollection(
  node: Node | null | undefined,
  textOf: (node: Node | null) => string | undefined,
  keyOf = (key: Node | null) => textOf(key) ?? "",
): Extract<FieldValue, { kind: "list" | "map" }> | undefined {
  if (isSeq(node)) return { kind: "list", items: (node.items as Node[]).map((item) => textOf(item)) };
  if (!isMap(node)) return undefined;
  const entries = (node.items as Pair[]).map(({ key, value }) => [keyOf(key), textOf(value)] as const);
  return { kind: "map", entries: new Map(entries) };
}

/**
 * The first key of a map that is there twice.
 * @param identityOf what is equal for equal keys; `undefined` for a key that equals no other
 */
export function repeatedKey(
  map: YAMLMap,
  identityOf: (key: Node | null) => string | undefined,
): Node | null | undefined {
  const seen = new Set<string>();
  const isKnown = (key: string | undefined) => key !== undefined && seen.size === seen.add(key).size;
  return (map.items as Pair[]).map(({ key }) => key).find((key) => isKnown(identityOf(key)));
}

/** The 1-based line of a node; 1 without one. */
export function lineOf(node: Node | null | undefined, { lineAt }: ParsedYaml): number {
  return lineAt(node?.range?.[0] ?? 0);
}
