import { type Document, isScalar, Scalar } from "yaml";
import { nodesIn, type ParsedYaml } from "./parse-yaml.ts";

const escapes = /\\(?:u[dD][89a-fA-F]|.)/gs;

/** The line of a `\uD83D` in double quotes: half a surrogate pair is no character to Go, and two are not one. */
export function findSurrogateEscape(document: Document, { text, lineAt }: ParsedYaml): number | undefined {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return undefined;
  for (const node of nodesIn(document)) {
    if (!isScalar(node) || node.type !== Scalar.QUOTE_DOUBLE || !node.range) continue;
    const [start, end] = node.range;
    const half = Array.from(text.slice(start, end).matchAll(escapes)).find(([found]) => found.length > 2);
    if (half) return lineAt(start + half.index);
  }
  return undefined;
}
