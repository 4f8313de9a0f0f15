import type { FieldValue } from "#lib/skills/frontmatter.ts";
import type { ContentRule, Ruling } from "./content-rule.ts";

/** The allowed types of a field's value. `texts`: a list of scalars. `paths`: one of paths that do not leave the project. */
export type ValueKind = "text" | "bool" | "null" | "texts" | "paths";

export interface TypedFields {
  /** By field; other fields may have any value. */
  readonly types: Readonly<Record<string, readonly ValueKind[]>>;
}

/** For harnesses that reject a file with a value of the wrong type. Only dialects that give plain scalars a type can tell. */
export const fieldTypes = {
  code: "field-types",
  title: "Its fields have values of the right type",
  fault: "a value of the wrong type",
  isOptional: true,
  find({ fields }, { types }) {
    for (const [key, kinds] of Object.entries(types)) {
      const field = fields.get(key);
      if (field && !kinds.some((kind) => isKind(field.value, kind)))
        return { line: field.line, values: { field: key, wanted: wordsFor(kinds) } };
    }
    return undefined;
  },
  wording: ({ field, wanted }) => ({
    title: `${field} is not ${wanted}`,
    fix: `Make it ${wanted}.`,
  }),
} as const satisfies ContentRule<{ readonly field: string; readonly wanted: string }, Ruling & TypedFields>;

function isKind(value: FieldValue, kind: ValueKind): boolean {
  switch (kind) {
    case "text":
    case "null":
      return value.kind === kind;
    case "bool":
      return value.kind === "other" && value.type === "bool";
    default:
      return (
        value.kind === "list" &&
        !value.items.some((item) => item === undefined || (kind === "paths" && outside.test(item)))
      );
  }
}

const outside = /^\s*(?:[\\/]|[a-z]:)|(?:^\s*|[\\/])\.\.(?:[\\/]|\s*$)/i;

const words: Readonly<Record<Exclude<ValueKind, "null">, string>> = {
  text: "text",
  bool: "true or false",
  texts: "a list of texts",
  paths: "a list of paths in the project",
};

function wordsFor(kinds: readonly ValueKind[]): string {
  return kinds.flatMap((kind) => (kind === "null" ? [] : [words[kind]])).join(" or ");
}
