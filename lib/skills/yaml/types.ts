import { isScalar, Scalar } from "yaml";
import type { FieldValue } from "../frontmatter.ts";

const types = [
  ["boolean", /^(true|True|TRUE|false|False|FALSE)$/],
  ["integer", /^[-+]?(0|[1-9]\d*|0x[\da-fA-F]+|0o[0-7]+|0b[01]+)$/],
  ["floating point", /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$|^[-+]?\.(inf|Inf|INF)$|^\.(nan|NaN|NAN)$/],
] as const;

/** The type that Rust's loader gives a plain scalar; `undefined` for text. */
export function typeOf(text: string): (typeof types)[number][0] | undefined {
  return types.find(([, pattern]) => pattern.test(text))?.[0];
}

const kinds = { boolean: "bool", integer: "int", "floating point": "float" } as const;
/** Rust's loader reads digits after a leading zero as text. */
const leadingZero = /^[-+]?0\d+$/;

/** The value of a scalar other than null, with its type for Rust's loader, given its text. */
export function typedValue(node: unknown, text: string): FieldValue {
  const tag = isScalar(node) && /:(int|float|bool|null)$/.exec(node.tag ?? "")?.[1];
  if (tag) return { kind: "other", type: tag as "null" | "bool" | "int" | "float", text };
  const type = isPlain(node) && !leadingZero.test(text) ? typeOf(text) : undefined;
  return type ? { kind: "other", type: kinds[type], text: text.toLowerCase() } : { kind: "text", text };
}

/** Whether a node is a scalar that is neither quoted nor a block, nor marked as a text. */
export function isPlain(node: unknown): node is Scalar {
  return isScalar(node) && node.type === Scalar.PLAIN && node.tag !== "tag:yaml.org,2002:str";
}
