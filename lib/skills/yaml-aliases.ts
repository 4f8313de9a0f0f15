import { type Alias, type Document, isAlias, type Node } from "yaml";
import { nodesIn } from "./parse-yaml.ts";

/** What the aliases of a document stand for. */
export type Aliases =
  | { readonly kind: "known"; readonly targets: ReadonlyMap<Alias, Node> }
  /** An alias before its anchor, or one within the value that it stands for. */
  | { readonly kind: "unknown" | "circular"; readonly name: string };

/** Finds the node of every alias, in one pass: it is the last with that anchor before the alias. */
export function resolveAliases(document: Document): Aliases {
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  for (const node of nodesIn(document)) {
    if (isAlias(node)) {
      const target = anchored.get(node.source);
      if (!target) return { kind: "unknown", name: node.source };
      if (contains(target, node)) return { kind: "circular", name: node.source };
      targets.set(node, target);
    } else if ("anchor" in node && typeof node.anchor === "string") anchored.set(node.anchor, node);
  }
  return { kind: "known", targets };
}

function contains(outer: Node, inner: Node): boolean {
  const start = inner.range?.[0] ?? 0;
  return start >= (outer.range?.[0] ?? 0) && start < (outer.range?.[1] ?? 0);
}
