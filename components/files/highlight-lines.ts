import type { Root, RootContent } from "hast";
import type { CodeLine, CodeToken } from "./code-tokens.ts";

/** A highlighted tree as lines of tokens: a token that spans lines, a comment say, is cut at each end of line. */
export function highlightLines(tree: Root): CodeLine[] {
  const lines: CodeToken[][] = [[]];
  const add = (node: RootContent, scope: string | undefined) => {
    if (node.type === "text") {
      node.value.split("\n").forEach((text, index) => {
        if (index > 0) lines.push([]);
        if (text !== "") lines.at(-1)?.push(scope === undefined ? { text } : { text, scope });
      });
    } else if (node.type === "element") {
      const inner = scopeOf(node.properties.className) ?? scope;
      for (const child of node.children) add(child, inner);
    }
  };
  for (const child of tree.children) add(child, undefined);
  return lines;
}

/** `["hljs-title", "function_"]` → `title`. */
function scopeOf(className: unknown): string | undefined {
  const first: unknown = Array.isArray(className) ? className[0] : undefined;
  return typeof first === "string" && first.startsWith("hljs-") ? first.slice("hljs-".length) : undefined;
}
