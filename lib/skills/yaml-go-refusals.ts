import { type Document, isCollection, isMap, isPair, isScalar, type Node, Scalar, type YAMLMap } from "yaml";
import { isBracketed, nodesIn } from "./parse-yaml.ts";

interface Refused {
  readonly message: string;
  readonly offset: number;
}

const strayTab = "found character that cannot start any token";

/** What the scanner of Go's YAML libraries, readers of YAML 1.1, refuses in a document that the `yaml` package reads. */
export function findRefused(document: Document, text: string): Refused | undefined {
  const tab = findLeadingTab(document, text);
  if (tab !== undefined) return { message: strayTab, offset: tab };
  for (const node of nodesIn(document)) {
    const message = goYamlRefusal(node, text);
    if (message) return { message, offset: node.range?.[0] ?? 0 };
  }
  return undefined;
}

/** What that scanner refuses in a text of nothing but blanks and comments, for which the `yaml` package has no document. */
export function findRefusedBlank(text: string): Refused | undefined {
  const tab = text.search(/^\t/m);
  if (tab >= 0) return { message: strayTab, offset: tab };
  return /^%/m.test(text) ? { message: "did not find expected <document start>", offset: text.length } : undefined;
}

/**
 * Why those libraries refuse a node; `undefined` if they do not.
 * @param text What the offsets of the node count in.
 */
export function goYamlRefusal(node: Node, text: string): string | undefined {
  if (isScalar(node) && node.type === Scalar.QUOTE_DOUBLE) return escapeRefusal(node, text);
  if (isCollection(node) && node.flow && node.items.some(holdsIndicator)) return "did not find expected ',' or ']'";
  return isMap(node) ? keyRefusal(node, text) : undefined;
}

/** JSON's `\/` is no escape to it, nor half a surrogate pair. */
function escapeRefusal({ range }: Scalar, text: string): string | undefined {
  const escapes = text.slice(range?.[0], range?.[1]).matchAll(/\\(\/|u[dD][89a-fA-F]|.)/gs);
  for (const [, sign = ""] of escapes) {
    if (sign === "/") return "found unknown escape character";
    if (sign.length > 1) return "found invalid Unicode character escape code";
  }
  return undefined;
}

/** Within brackets a colon may not begin plain text, and a question mark ends it. */
function holdsIndicator(item: unknown): boolean {
  if (isPair(item)) return holdsIndicator(item.key) || holdsIndicator(item.value);
  return isScalar(item) && item.type === Scalar.PLAIN && /^:|^\?$|.\?/s.test(item.source ?? "");
}

/** A key without `?` must not be empty, and its colon stands in its line. */
function keyRefusal(map: YAMLMap, text: string): string | undefined {
  for (const { key, value } of map.items as { key: Node; value: Node | null }[]) {
    const [start, end] = key.range ?? [0, 0];
    if (/\?\s*$/.test(text.slice(Math.max(0, start - maxBlanks), start))) continue;
    const isBare = start === end && isScalar(key) && key.tag === undefined && key.anchor === undefined;
    if (isBare) return "did not find expected key";
    const [beforeColon = ""] = text.slice(end, value?.range?.[0] ?? end).split(":", 1);
    if (beforeColon.includes("\n")) return "could not find expected ':'";
  }
  return undefined;
}

/** How far the `?` of an explicit key may stand before it. */
const maxBlanks = 100;

/** Where a line holds but a comment or nothing after a tab: that library reads it only within quotes or brackets. */
export function findLeadingTab(document: Document, text: string): number | undefined {
  const tabs = Array.from(text.matchAll(/^\t[\t ]*(?:#.*)?$/gm), ({ index }) => index);
  if (tabs.length === 0) return undefined;
  const spans = outermost(Array.from(nodesIn(document)).filter(isBracketed));
  let next = 0;
  return tabs.find((tab) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= tab) next++;
    return (spans[next]?.start ?? tab) >= tab;
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where nodes stand that lie in no other, of nodes in the order written. */
function outermost(nodes: readonly Node[]): readonly Span[] {
  const spans: Span[] = [];
  for (const { range } of nodes) {
    const [start, end] = range ?? [0, 0];
    if (start >= (spans.at(-1)?.end ?? 0)) spans.push({ start, end });
  }
  return spans;
}
