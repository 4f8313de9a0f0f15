import type { Shape } from "#lib/skills/json-shape.ts";

/** A text as JSON, and a list of texts. */
export const text = '"(?:[^"\\\\]|\\\\.)*"';
export const texts = `\\[(?:${text},?)*\\]`;

/** Any list, any object, true or false. */
export const [list, map, flag] = ["\\[.*\\]", "\\{.*\\}", "true|false"];

/** The same pattern for several keys. */
export const all = (pattern: string, keys: string): Shape =>
  Object.fromEntries(keys.split(" ").map((key) => [key, pattern]));

const within = (other: string) => `(?:${text}|[^"${other}])*`;
/** An object in which objects may be, but none in these; and a list in which no list is. */
export const table = `\\{(?:${text}|[^"{}]|\\{${within("{}")}\\})*\\}`;
const row = `\\[${within("\\[\\]")}\\]`;

/** The pairs of an object whose values are simple, tables or rows. */
export const pair = `${text}:(?:${text}|${row}|${table}|[^"{}\\[\\],]+),?`;

/** An object all of whose values fit. */
export const recordOf = (value: string): string => `\\{(?:${text}:(?:${value}),?)*\\}`;
