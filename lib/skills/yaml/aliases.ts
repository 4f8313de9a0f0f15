import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Scalar,
  type YAMLMap,
} from "yaml";
import type { Pair } from "./nodes.ts";
import { nodesIn } from "./parse-yaml.ts";

/** The node that each alias of a document stands for. */
export type AliasTargets = ReadonlyMap<Alias, Node>;

type Aliases =
  | { readonly kind: "known"; readonly targets: AliasTargets }
  /** `message`: in the wording of Go's YAML libraries. */
  | { readonly kind: "faulty"; readonly message: string };

const noAliases: Aliases = { kind: "known", targets: new Map() };

/**
 * Finds the node of every alias, in one pass: the last one with its anchor before the alias. An alias inside the node it stands for is a
 * fault; with `ignored` it has no target instead, for a loader that never reads it.
 */
export function resolveAliases(document: Document, loops: "faulty" | "ignored" = "faulty"): Aliases {
  const nodes = nodesIn(document);
  if (!nodes.some(isAlias)) return noAliases;
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  for (const node of nodes) {
    if (!isAlias(node)) {
      if ("anchor" in node && typeof node.anchor === "string") anchored.set(node.anchor, node);
      continue;
    }
    const target = anchored.get(node.source);
    if (!target) return { kind: "faulty", message: `unknown anchor '${node.source}' referenced` };
    if (!contains(target, node)) targets.set(node, target);
    else if (loops === "faulty") return { kind: "faulty", message: `anchor '${node.source}' value contains itself` };
  }
  return { kind: "known", targets };
}

function contains(outer: Node, inner: Node): boolean {
  const start = inner.range?.[0] ?? 0;
  return start >= (outer.range?.[0] ?? 0) && start < (outer.range?.[1] ?? 0);
}

/** The node an alias stands for, or the node itself. */
export function aliasTarget(node: Node | null | undefined, targets: AliasTargets): Node | null | undefined {
  return isAlias(node) ? targets.get(node) : node;
}

/** Whether Go's yaml.v2 rejects a document as an alias bomb: too large a share of the nodes it decodes comes from aliases. */
export function isAliasedTooMuch(document: Document, targets: AliasTargets): boolean {
  if (targets.size === 0 || !document.contents) return false;
  const decoded = countDecoded(document.contents, targets);
  const written = nodesIn(document).length;
  const aliased = decoded - written;
  return aliased > 100 && decoded > 1000 && aliased / decoded > allowedRatio(decoded);
}

/** The largest share of aliased nodes that Go's yaml.v2 allows: 99 % up to 400,000 nodes, falling to 10 % at 4,000,000. */
function allowedRatio(decoded: number): number {
  const share = (decoded - 400_000) / (4_000_000 - 400_000);
  return 0.99 - 0.89 * Math.min(1, Math.max(0, share));
}

/** The number of nodes in a tree including its root, with the targets of aliases counted each time. Without recursion. */
function countDecoded(root: Node, targets: AliasTargets): number {
  const counts = new Map<Node, number>();
  const ahead: Node[] = [root];
  for (let node = ahead.at(-1); node; node = ahead.at(-1)) {
    // A node is on the stack once for each of its aliases, and is counted once.
    if (counts.has(node)) {
      ahead.pop();
      continue;
    }
    const below = nodesBelow(node, targets);
    const missing = below.filter((each) => !counts.has(each));
    if (missing.length > 0) ahead.push(...missing);
    else {
      ahead.pop();
      counts.set(
        node,
        below.reduce((sum, each) => sum + (counts.get(each) ?? 0), 1),
      );
    }
  }
  return counts.get(root) ?? 0;
}

function nodesBelow(node: Node, targets: AliasTargets): readonly Node[] {
  if (isAlias(node)) return [targets.get(node)].filter((target) => target !== undefined);
  if (!isCollection(node)) return [];
  return node.items.flatMap((item) => (isPair(item) ? [item.key, item.value] : [item])).filter(isNode);
}

/** The message of Go's YAML libraries for a merge key whose value is not made of maps. */
export const mergeWantsMaps = "map merge requires map or sequence of maps as the value";

/** Whether a key is YAML 1.1's merge key `<<`, which copies the pairs of other maps; in quotes it is a text. */
export function isMergeKey(key: Node | null): key is Scalar {
  if (!isScalar(key) || key.value !== "<<") return false;
  if (key.tag !== undefined) return /^!$|:merge$/.test(key.tag);
  return key.type === undefined || key.type === Scalar.PLAIN;
}

/** The maps of a merge key's value in the order written; `undefined` if the value has anything else. */
export function mergedMaps(value: Node | null, targets: AliasTargets): readonly YAMLMap[] | undefined {
  const sources = isSeq(value) ? (value.items as Node[]) : [value];
  const maps = sources.map((source) => aliasTarget(source, targets)).filter((source) => isMap(source));
  // Of a map that is listed several times only the first place counts.
  return maps.length === sources.length ? [...new Set(maps)] : undefined;
}

/** The maps that a pair merges into its map; `undefined` if it merges anything else. */
type SourcesOf = (pair: Pair) => readonly YAMLMap[] | undefined;

/** A map and the maps that it merges, in order of precedence: the first that has a key counts. `undefined` if it merges anything else. */
export function withMerged(
  root: YAMLMap,
  targets: AliasTargets,
  sourcesOf: SourcesOf = ({ key, value }) => (isMergeKey(key) ? mergedMaps(value, targets) : []),
): readonly YAMLMap[] | undefined {
  const found = new Set<YAMLMap>();
  const ahead = [root];
  for (let map = ahead.pop(); map; map = ahead.pop()) {
    if (found.has(map)) continue;
    found.add(map);
    const sources = (map.items as Pair[]).map(sourcesOf);
    if (sources.includes(undefined)) return undefined;
    ahead.push(...sources.flatMap((maps) => maps ?? []).toReversed());
  }
  return [...found];
}
