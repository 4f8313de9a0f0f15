import {
  type Fence,
  type Field,
  type Fields,
  type FieldsResult,
  maxFrontmatterLength,
  splitFrontmatter,
} from "./frontmatter.ts";
import { type FieldTypes, readGoYaml } from "./yaml/go.ts";
import { readUntypedGoYaml } from "./yaml/go-untyped.ts";
import { type JavaScriptYaml, readJavaScriptYaml } from "./yaml/javascript.ts";
import { readLenientYaml } from "./yaml/lenient.ts";
import { type MendedKeys, readMendedYaml } from "./yaml/mended.ts";
import { parseYaml } from "./yaml/parse-yaml.ts";
import { readStrictYaml } from "./yaml/strict.ts";

/**
 * How a harness's loader reads YAML.
 * - `go-struct`: Go's yaml.v3 into a struct with fields of these types.
 * - `go-untyped`: Go's yaml.v2 into a map of anything, where a plain scalar may be a number, a bool or null.
 * - `strict`: StrictYAML, where every scalar is a string.
 * - `lenient`: YAML, or lines split at their first colon where it fails.
 * - `mended`: YAML, or where it fails the same with prose in quotes; see `yaml/mended.ts`.
 * - `javascript`: as one of JavaScript's two packages reads it, or Python's; see `yaml/javascript.ts`.
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
      /** What stands below YAML that is no mapping. */
      readonly body?: string;
    };

/**
 * A file's fields as a loader of this fence and dialect reads them. Never throws.
 * @param reading what `readYaml` has come to for its YAML, where that is known
 */
export function readFrontmatter(text: string, fence: Fence, dialect: Dialect, reading?: YamlReading): Frontmatter {
  const split = splitFrontmatter(text, fence);
  if (split.kind === "absent") return problem("no-frontmatter");
  if (split.kind === "unclosed") return problem("unclosed-frontmatter");
  if (split.yaml.length > maxFrontmatterLength) return problem("frontmatter-too-long");
  const result = reading ?? readYaml(split.yaml, dialect);
  if (result.kind === "too-complex") return problem("frontmatter-too-complex");
  const above = split.firstLine - 1;
  if (result.kind === "bad-yaml") return problem("bad-yaml", result.message, result.line + above);
  if (result.kind === "no-mapping") return { ...problem("no-mapping"), body: split.body };
  return { kind: "read", fields: moveLines(result.fields, above), body: split.body };
}

/** What a loader reads of the YAML of a frontmatter: plain data, which may be worked out in another thread. */
export type YamlReading = FieldsResult | { readonly kind: "too-complex" };

/** The YAML that `readFrontmatter` parses; `undefined` where there is none, or too much of it. */
export function yamlOf(text: string, fence: Fence): string | undefined {
  const split = splitFrontmatter(text, fence);
  return split.kind === "split" && split.yaml.length <= maxFrontmatterLength ? split.yaml : undefined;
}

/** What a loader of this dialect reads of YAML of at most `maxFrontmatterLength` characters. Never throws. */
export function readYaml(yaml: string, dialect: Dialect): YamlReading {
  const parsed = parseYaml(yaml);
  if (parsed.parts === undefined) return { kind: "too-complex" };
  const known = readings.get(parsed) ?? new Map<string, YamlReading>();
  const key = keyOf(dialect);
  const reading = known.get(key) ?? readParsed(yaml, dialect);
  known.set(key, reading);
  readings.set(parsed, known);
  return reading;
}

/** Harnesses share loaders, and each asks for every skill: what a dialect has read goes with what was parsed. */
const readings = new WeakMap<ReturnType<typeof parseYaml>, Map<string, YamlReading>>();

const keys = new WeakMap<Dialect, string>();

/** Alike for dialects that read alike: they are plain data. */
function keyOf(dialect: Dialect): string {
  const key = keys.get(dialect) ?? JSON.stringify(dialect);
  keys.set(dialect, key);
  return key;
}

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
  const moved = new Map<string, Field>();
  for (const [key, { value, line }] of fields) moved.set(key, { value, line: line + by });
  return moved;
}
