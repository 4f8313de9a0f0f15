import { compareBytes } from "#lib/vfs/paths.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a JSON text holds; `undefined` when it is malformed or holds something else. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (caught) {
    if (caught instanceof SyntaxError) return undefined;
    throw caught;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a Go struct's field takes from an object: its key in any case of letters, the last of several. */
export function goField(object: JsonObject, key: string): unknown {
  const found = Object.keys(object).findLast((each) => isSameKey(each, key));
  return found === undefined ? undefined : object[found];
}

/** Whether Go takes two keys for the same field. */
export function isSameKey(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

const escaped = /[<>&\u2028\u2029]/g;

/** A string as Go's `encoding/json` writes it: safe inside HTML. */
function goString(text: string): string {
  return JSON.stringify(text).replace(escaped, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A value as Go's `json.MarshalIndent` writes it with two blanks: the keys of an object in byte order. */
export function goJsonText(value: unknown, indent = ""): string {
  const inner = `${indent}  `;
  const block = (open: string, lines: readonly string[], close: string) =>
    lines.length === 0 ? open + close : `${open}\n${lines.map((line) => inner + line).join(",\n")}\n${indent}${close}`;
  if (typeof value === "string") return goString(value);
  if (Array.isArray(value))
    return block(
      "[",
      value.map((item) => goJsonText(item, inner)),
      "]",
    );
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => compareBytes(a, b));
  return block(
    "{",
    entries.map(([key, each]) => `${goString(key)}: ${goJsonText(each, inner)}`),
    "}",
  );
}
