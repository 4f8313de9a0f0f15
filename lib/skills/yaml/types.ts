import { isScalar, Scalar } from "yaml";
import type { FieldValue } from "../frontmatter.ts";

const types = [
  ["boolean", /^(true|True|TRUE|false|False|FALSE)$/],
  ["integer", /^[-+]?(0|[1-9]\d*|0x[\da-fA-F]+|0o[0-7]+|0b[01]+)$/],
  ["floating point", /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$|^[-+]?\.(inf|Inf|INF)$|^\.(nan|NaN|NAN)$/],
] as const;

/** What Rust's loader takes a plain scalar for; `undefined` for a text. */
export function typeOf(text: string): (typeof types)[number][0] | undefined {
  return types.find(([, pattern]) => pattern.test(text))?.[0];
}

const kinds = { boolean: "bool", integer: "int", "floating point": "float" } as const;
/** Digits behind a zero are a text for it. */
const leadingZero = /^[-+]?0\d+$/;

/** The value of a scalar that is not null, whose text is known, as Rust's loader types it. */
export function typedValue(node: unknown, text: string): FieldValue {
  const type = isPlain(node) && !leadingZero.test(text) ? typeOf(text) : undefined;
  return type ? { kind: "other", type: kinds[type], text: text.toLowerCase() } : { kind: "text", text };
}

/** Whether a scalar stands there in neither quotes nor a block. */
export function isPlain(node: unknown): node is Scalar {
  return isScalar(node) && node.type === Scalar.PLAIN;
}
