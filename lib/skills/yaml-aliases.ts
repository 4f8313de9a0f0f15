import { type Alias, type Document, isAlias, type Node } from "yaml";
import { nodesIn } from "./parse-yaml.ts";

/** What each alias of a document stands for. */
export type AliasTargets = ReadonlyMap<Alias, Node>;

export type Aliases =
  | { readonly kind: "known"; readonly targets: AliasTargets }
  /** `message`: as Go's YAML libraries word it. */
  | { readonly kind: "faulty"; readonly message: string };

/** Finds the node of every alias, in one pass: it is the last with that anchor before the alias. */
export function resolveAliases(document: Document): Aliases {
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  for (const node of nodesIn(document)) {
    if (isAlias(node)) {
      const target = anchored.get(node.source);
      if (!target) return { kind: "faulty", message: `unknown anchor '${node.source}' referenced` };
      if (contains(target, node)) {
        return { kind: "faulty", message: `anchor '${node.source}' value contains itself` };
      }
      targets.set(node, target);
    } else if ("anchor" in node && typeof node.anchor === "string") anchored.set(node.anchor, node);
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
