import { memoObject } from "#lib/memo.ts";
import type { Fields, FieldsResult } from "./frontmatter.ts";
import { type Fence, maxFrontmatterLength, splitFrontmatter } from "./split-frontmatter.ts";
import { type FieldTypes, readGoYaml } from "./yaml/go.ts";
import { readUntypedGoYaml } from "./yaml/go-untyped.ts";
import { type JavaScriptYaml, readJavaScriptYaml } from "./yaml/javascript.ts";
import { readLenientYaml } from "./yaml/lenient.ts";
import { type MendedKeys, readMendedYaml } from "./yaml/mended.ts";
import { parseYaml } from "./yaml/parse-yaml.ts";
import { readPlainPairs } from "./yaml/plain-pairs.ts";
import { readStrictYaml } from "./yaml/strict.ts";
import { createTextCache } from "./yaml/text-cache.ts";

/**
 * How a harness's loader reads YAML.
 * - `go-struct`: Go's yaml.v3 into a struct with fields of these types.
 * - `go-untyped`: Go's yaml.v2 into a `map[string]interface{}`, where a plain scalar may be a number, a bool or null.
 * - `strict`: StrictYAML, where every scalar is a string.
 * - `lenient`: YAML; if that fails, lines split at their first colon.
 * - `mended`: YAML; if that fails, the same YAML with prose put in quotes; see `yaml/mended.ts`.
 * - `javascript`: as one of JavaScript's two packages, or Python's, reads it; see `yaml/javascript.ts`.
 */
export type Dialect =
  | { readonly kind: "go-struct"; readonly types: FieldTypes }
  | { readonly kind: "go-untyped" }
  | { readonly kind: "strict" }
  | { readonly kind: "lenient" }
  | ({ readonly kind: "mended" } & MendedKeys)
  | ({ readonly kind: "javascript" } & JavaScriptYaml);

export type FrontmatterProblem =
  | "no-frontmatter"
  | "unclosed-frontmatter"
  | "frontmatter-too-long"
  | "frontmatter-too-complex"
  | "bad-yaml"
  | "no-mapping";

export type Frontmatter =
  /** Lines of fields are 1-based in the file. */
  | { readonly kind: "read"; readonly fields: Fields; readonly body: string }
  /** `detail`: the YAML loader's own message; empty for other problems. `line`: 1-based in the file. */
  | {
      readonly kind: "problem";
      readonly problem: FrontmatterProblem;
      readonly detail: string;
      readonly line: number;
      /** The text below YAML that is no mapping. */
      readonly body?: string;
    };

/**
 * A file's fields as a loader of this fence and dialect reads them. Never throws.
 * @param reading the result of `readYaml` for the file's YAML, if it is known
 */
export function readFrontmatter(text: string, fence: Fence, dialect: Dialect, reading?: YamlReading): Frontmatter {
  const split = splitFrontmatter(text, fence);
  if (split.kind === "absent") return problem("no-frontmatter");
  if (split.kind === "unclosed") return problem("unclosed-frontmatter");
  if (split.yaml.length > maxFrontmatterLength) return problem("frontmatter-too-long");
  const result = reading ?? readYaml(split.yaml, split.isFinal ? unmending(dialect) : dialect);
  if (result.kind === "too-complex") return problem("frontmatter-too-complex");
  const above = split.firstLine - 1;
  if (result.kind === "bad-yaml") return problem("bad-yaml", result.message, result.line + above);
  if (result.kind === "no-mapping") return { ...problem("no-mapping"), body: split.body };
  return { kind: "read", fields: moveLines(result.fields, above), body: split.body };
}

/** A loader's reading of the YAML of a frontmatter: plain data, which may be computed in another thread. */
export type YamlReading = FieldsResult | { readonly kind: "too-complex" };

/** A dialect without what it tries where YAML cannot be read. */
function unmending(dialect: Dialect): Dialect {
  return dialect.kind === "javascript" ? { kind: dialect.kind, reader: dialect.reader } : dialect;
}

/** The YAML that `readFrontmatter` parses in the file's dialect; `undefined` if there is none or it is too long. */
export function yamlOf(text: string, fence: Fence): string | undefined {
  const split = splitFrontmatter(text, fence);
  const isYaml = split.kind === "split" && !split.isFinal && split.yaml.length <= maxFrontmatterLength;
  return isYaml ? split.yaml : undefined;
}

/** The reading by a loader of this dialect of YAML of at most `maxFrontmatterLength` characters. Never throws. */
export function readYaml(yaml: string, dialect: Dialect): YamlReading {
  const plain = plainReadings.get(yaml, readPlainPairs);
  if (plain) return plain;
  const parsed = parseYaml(yaml);
  if (parsed.parts === undefined) return { kind: "too-complex" };
  const known = readings.get(parsed) ?? new Map<string, YamlReading>();
  const key = keyOf(dialect);
  const reading = known.get(key) ?? readParsed(yaml, dialect);
  known.set(key, reading);
  readings.set(parsed, known);
  return reading;
}

/** Most harnesses ask for every skill. As many characters as of parsed YAML. */
const plainReadings = createTextCache<FieldsResult | undefined>(2_000_000);

/** Readings by parse result and dialect: harnesses share loaders, and each asks for every skill. */
const readings = new WeakMap<ReturnType<typeof parseYaml>, Map<string, YamlReading>>();

/** Equal for dialects that read alike, because they are plain data. */
const keyOf = memoObject((dialect: Dialect) => JSON.stringify(dialect));

function readParsed(yaml: string, dialect: Dialect): YamlReading {
  switch (dialect.kind) {
    case "go-struct":
      return readGoYaml(yaml, dialect.types);
    case "go-untyped":
      return readUntypedGoYaml(yaml);
    case "strict":
      return readStrictYaml(yaml);
    case "lenient":
      return readLenientYaml(yaml);
    case "mended":
      return readMendedYaml(yaml, dialect);
    case "javascript":
      return readJavaScriptYaml(yaml, dialect);
  }
}

function problem(kind: FrontmatterProblem, detail = "", line = 1) {
  return { kind: "problem", problem: kind, detail, line } as const;
}

function moveLines(fields: Fields, by: number): Fields {
  const known = movedFields(fields);
  const moved =
    known.get(by) ?? new Map(Array.from(fields, ([key, { value, line }]) => [key, { value, line: line + by }]));
  known.set(by, moved);
  return moved;
}

/** By fields of a reading, which loaders with different fences share. */
const movedFields = memoObject((_fields: Fields) => new Map<number, Fields>());
