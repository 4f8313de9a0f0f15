/** What stands behind a key of the frontmatter, as far as any harness looks: two levels, scalars as text. */
export type FieldValue =
  | { readonly kind: "text"; readonly text: string }
  /** No value, `~` or `null`; only in dialects that know null. */
  | { readonly kind: "null" }
  /** A scalar that is no text; only in dialects that give plain scalars a type. `text`: as written. */
  | { readonly kind: "other"; readonly type: "bool" | "int" | "float"; readonly text: string }
  /** An item that is no scalar is `undefined`. */
  | ({ readonly kind: "list"; readonly items: readonly (string | undefined)[] } & AllLevels)
  | ({ readonly kind: "map"; readonly entries: ReadonlyMap<string, string | undefined> } & AllLevels);

interface AllLevels {
  /** All levels as plain data, where there are more than two and the standard's validator reads, which prints them. */
  readonly data?: unknown;
}

export interface Field {
  readonly value: FieldValue;
  /** Of the key: 1-based, within the frontmatter. */
  readonly line: number;
}

/** By key, in the order written. A `Map`: keys come from strangers, and one may be `__proto__`. */
export type Fields = ReadonlyMap<string, Field>;

export type FieldsResult =
  | { readonly kind: "fields"; readonly fields: Fields }
  /** `message`: as the dialect's own loader words it. */
  | { readonly kind: "bad-yaml"; readonly message: string; readonly line: number }
  /** YAML, but a text, a list or nothing where keys belong. */
  | { readonly kind: "no-mapping" };

/** The text of a field; `undefined` when it is missing or anything else. */
export function fieldText(fields: Fields, key: string): string | undefined {
  const value = fields.get(key)?.value;
  return value?.kind === "text" ? value.text : undefined;
}
