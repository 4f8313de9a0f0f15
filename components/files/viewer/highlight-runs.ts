import type { Root, RootContent } from "hast";
import type { Highlighting } from "./code-tokens.ts";

/** A highlighted tree as runs of characters of one colour each. */
export function highlightRuns(tree: Root): Highlighting {
  const ends: number[] = [];
  const scopes: number[] = [];
  const names: (string | undefined)[] = [undefined];
  let at = 0;
  const add = (node: RootContent, scope: number) => {
    if (node.type === "text") {
      at += node.value.length;
      ends.push(at);
      scopes.push(scope);
    } else if (node.type === "element") {
      const name = scopeOf(node.properties.className);
      const inner = name === undefined ? scope : indexIn(names, name);
      for (const child of node.children) add(child, inner);
    }
  };
  for (const child of tree.children) add(child, 0);
  return { ends: Uint32Array.from(ends), scopes: Uint8Array.from(scopes), names };
}

/** highlight.js knows some fifty names. */
function indexIn(names: (string | undefined)[], name: string): number {
  const known = names.indexOf(name);
  return known === -1 ? names.push(name) - 1 : known;
}

/** `["hljs-title", "function_"]` → `title`. */
function scopeOf(className: unknown): string | undefined {
  const first: unknown = Array.isArray(className) ? className[0] : undefined;
  return typeof first === "string" && first.startsWith("hljs-") ? first.slice("hljs-".length) : undefined;
}
