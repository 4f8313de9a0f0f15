import { isMap, isScalar, isSeq, type Node, Scalar, type YAMLMap } from "yaml";
import { type AliasTargets, aliasTarget } from "./yaml-aliases.ts";

/** What Go's YAML libraries say of a merge key with anything but maps behind it. */
export const mergeWantsMaps = "map merge requires map or sequence of maps as the value";

/** Whether a key is YAML 1.1's `<<`, which takes over the pairs of other maps; in quotes it is a text. */
export function isMergeKey(key: Node): boolean {
  if (!isScalar(key) || key.value !== "<<") return false;
  if (key.tag !== undefined) return /^!$|:merge$/.test(key.tag);
  return key.type === undefined || key.type === Scalar.PLAIN;
}

/** The maps behind a merge key in the order written; `undefined` if anything else stands there. */
export function mergedMaps(value: Node | null, targets: AliasTargets): readonly YAMLMap[] | undefined {
  const sources = isSeq(value) ? (value.items as Node[]) : [value];
  const maps = sources.map((source) => aliasTarget(source, targets)).filter((source) => isMap(source));
  // The first of a map that is there several times is the one that counts.
  return maps.length === sources.length ? [...new Set(maps)] : undefined;
}
