/** The value of a frontmatter key, as far as any harness looks: two levels, with scalars as text. */
export type FieldValue =
  /** `isPrinted`: of a number or a bool, in a dialect that takes what its loader prints of them for text. */
  | { readonly kind: "text"; readonly text: string; readonly isPrinted?: true }
  /** No value, `~` or `null`; only in dialects that know null. */
  | { readonly kind: "null" }
  /**
   * A scalar that is not text; only in dialects that give plain scalars a type. `text`: as written, or as the dialect's loader prints it.
   */
  | {
      readonly kind: "other";
      readonly type: "null" | "bool" | "int" | "float" | "date" | "binary";
      readonly text: string;
    }
  /** An item that is not a scalar is `undefined`, or printed where the dialect's loader prints it; `nested`: the numbers of such. */
  | ({
      readonly kind: "list";
      readonly items: readonly (string | undefined)[];
      readonly nested?: readonly number[];
    } & AllLevels)
  | ({ readonly kind: "map"; readonly entries: ReadonlyMap<string, string | undefined> } & AllLevels);

interface AllLevels {
  /** All levels as plain data, if there are more than two; only from the standard's validator, which prints them. */
  readonly data?: unknown;
}

export interface Field {
  readonly value: FieldValue;
  /** Line of the key: 1-based, within the frontmatter. */
  readonly line: number;
}

/** By key, in the order written. A `Map`: keys come from strangers, and one may be `__proto__`. */
export type Fields = ReadonlyMap<string, Field>;

export type FieldsResult =
  | { readonly kind: "fields"; readonly fields: Fields }
  /** `message`: in the wording of the dialect's loader. */
  | { readonly kind: "bad-yaml"; readonly message: string; readonly line: number }
  /** Valid YAML, but a text, a list or nothing instead of a mapping. */
  | { readonly kind: "no-mapping" };

/** A field as JavaScript prints it; `undefined` when it is missing or has no value. */
export function printedField(fields: Fields, key: string): string | undefined {
  const value = fields.get(key)?.value;
  if (value?.kind === "list") return value.items.map((item) => item ?? "").join(",");
  return value?.kind === "map" ? "[object Object]" : fieldText(fields, key);
}

/** The text of a field; `undefined` when it is missing or not text. */
export function fieldText(fields: Fields, key: string): string | undefined {
  const value = fields.get(key)?.value;
  return value?.kind === "text" ? value.text : undefined;
}
