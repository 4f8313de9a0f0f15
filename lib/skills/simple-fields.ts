import type { Field, Fields, FieldValue } from "./fields.ts";
import type { SimpleScalar } from "./simple-scalars.ts";
import type { SimpleEntry } from "./simple-yaml.ts";

/** What a dialect makes of simple YAML. */
export interface SimpleDialect {
  /** What a scalar is; one that is not plain is text everywhere. */
  readonly plainValue: (text: string) => FieldValue;
  /** A key without a value. */
  readonly none: FieldValue;
  readonly lowersKeys: boolean;
}

/** The fields of simple YAML (see `simple-yaml.ts`) in a dialect. */
export function simpleFields(entries: readonly SimpleEntry[], dialect: SimpleDialect): Fields {
  const fields = new Map<string, Field>();
  for (const entry of entries) {
    const key = dialect.lowersKeys ? entry.key.toLowerCase() : entry.key;
    fields.set(key, { value: toFieldValue(entry, dialect), line: entry.line });
  }
  return fields;
}

function toFieldValue({ value }: SimpleEntry, dialect: SimpleDialect): FieldValue {
  switch (value.kind) {
    case "none":
      return dialect.none;
    case "scalar":
      return scalarValue(value, dialect);
    case "list":
      return { kind: "list", items: value.items };
    case "map":
      return { kind: "map", entries: value.entries };
  }
}

function scalarValue({ text, isPlain }: SimpleScalar, { plainValue }: SimpleDialect): FieldValue {
  return isPlain ? plainValue(text) : { kind: "text", text };
}
