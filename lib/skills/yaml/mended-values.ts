import { isMap, isScalar, isSeq, type Node, Scalar } from "yaml";
import type { FieldValue } from "../frontmatter.ts";
import { withBlankLines } from "./block-blanks.ts";
import { boolIn, coreNumber, isTextByTag } from "./javascript-scalars.ts";
import { readCollection } from "./nodes.ts";
import { isPlain, typedValue } from "./types.ts";

/**
 * What a plain number or bool becomes. `source`: its source text. `javascript`: what JavaScript prints of it. `typed`: it is not text, as
 * for Rust's loader, which also refuses repeated keys.
 */
export type Scalars = "source" | "javascript" | "typed";

/** Stands for the comma at the beginning of a plain value while it is parsed. */
export const comma = "\ue000\ue001";

export function readValue(node: Node | null | undefined, scalars: Scalars, source: string): FieldValue {
  if (isNull(node, scalars)) return { kind: "null" };
  const collection = readCollection(node, isSeq(node) ? itemReaders[scalars] : scalarText);
  if (collection) return withNested(collection, node);
  const text = scalarText(node) ?? "";
  if (scalars === "typed") return typedValue(node, withoutLastBreak(node, withBlankLines(text, node, source), source));
  if (scalars !== "javascript") return { kind: "text", text };
  if (!isPlain(node) || isTextByTag(node)) return { kind: "text", text: withBlankLines(text, node, source) };
  const typed = numberOrBool(text);
  return typed === undefined ? { kind: "text", text } : { kind: "text", text: String(typed), isPrinted: true };
}

function withNested(value: FieldValue, node: unknown): FieldValue {
  if (value.kind !== "list" || !isSeq(node)) return value;
  const nested = node.items.flatMap((item, index) => (isSeq(item) || isMap(item) ? index : []));
  return nested.length > 0 ? { ...value, nested } : value;
}

const itemReaders = { source: scalarText, javascript: printed, typed: textItem } as const;

/** `undefined` for an item that is not text. */
function textItem(node: Node | null): string | undefined {
  const value = isScalar(node) && !isNull(node, "typed") ? typedValue(node, scalarText(node) ?? "") : undefined;
  return value?.kind === "text" ? value.text : undefined;
}

/** A block scalar at the end of YAML without a final line break has none either. Blanks behind a break are no line, unless they are text. */
function withoutLastBreak(node: unknown, text: string, source: string): string {
  if (!isScalar(node) || (node.type !== Scalar.BLOCK_LITERAL && node.type !== Scalar.BLOCK_FOLDED)) return text;
  const [start, end] = node.range ?? [];
  const isOneLine = /^.*\n.*$/.test(source.slice(start, end));
  const isCut = isOneLine || source.slice(source.lastIndexOf("\n") + 1).trim() !== "" || /(?:^|\n) +\n$/.test(text);
  const isLast = source.slice(end).trim() === "";
  return isLast && isCut ? text.replace(/\n$/, "") : text;
}

/** What JavaScript prints for an item of a list. */
function printed(node: Node | null): string {
  if (isNull(node)) return "";
  if (isSeq(node)) return (node.items as Node[]).map(printed).join(",");
  if (isMap(node)) return "[object Object]";
  const text = scalarText(node) ?? "";
  return String((isPlain(node) && !isTextByTag(node) ? numberOrBool(text) : undefined) ?? text);
}

export function scalarText(node: Node | null | undefined): string | undefined {
  if (!isScalar(node)) return undefined;
  // `!!binary` is printed as written.
  const value = node.value instanceof Uint8Array ? node.source : node.value;
  return String(value ?? "").replace(comma, ",");
}

/** What YAML 1.2 reads in a plain scalar that is not text. */
function numberOrBool(text: string): number | boolean | undefined {
  return boolIn(text, "yaml") ?? coreNumber(text);
}

/** Whether a value is none. A tag that YAML does not know makes a text of it, unless scalars have types: then it says nothing. */
export function isNull(node: unknown, scalars: Scalars = "source"): boolean {
  if (!isPlain(node)) return !node;
  return nulls.test(String(node.value ?? "")) && (scalars === "typed" || !isTextByTag(node));
}

const nulls = /^(~|null|Null|NULL)?$/;
