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

const escaped = /[<>&\u2028\u2029]/g;

/** A string as Go's `encoding/json` writes it: safe inside HTML. */
function goString(text: string): string {
  return JSON.stringify(text).replace(escaped, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * A map as Go's `json.MarshalIndent` writes it with two blanks, one level below the top: keys in byte order.
 * Entries, not an object: JavaScript moves keys like `123` to the front.
 */
export function goMapText(entries: Iterable<readonly [string, string | boolean]>): string {
  const lines = [...entries]
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([key, value]) => `    ${goString(key)}: ${typeof value === "string" ? goString(value) : value}`);
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n  }`;
}
