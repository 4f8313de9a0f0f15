import { isMap, isScalar, isSeq, type Node, Scalar, type YAMLMap } from "yaml";
import type { Field, Fields, FieldsResult, FieldValue } from "./fields.ts";
import { goQuote } from "./go-text.ts";
import { goSyntaxMessage } from "./go-yaml-message.ts";
import { type ParsedYaml, parseYaml } from "./parse-yaml.ts";
import { findSurrogateEscape } from "./surrogate-escape.ts";
import { findUnprintable } from "./unprintable.ts";
import { type AliasTargets, aliasTarget, resolveAliases } from "./yaml-aliases.ts";

/** What the fields of a Go struct are declared as; other keys are ignored. */
export type FieldTypes = Readonly<Record<string, "text" | "list" | "number">>;

/**
 * Reads YAML as Go's yaml.v3 fills a struct: a scalar keeps its source text (`yes`, `1.0`), null leaves
 * the field as if missing, a repeated key or a list where text belongs is an error. Messages are that
 * library's, without its `yaml: ` where the caller adds words of its own.
 */
export function readGoYaml(yaml: string, types: FieldTypes): FieldsResult {
  const unprintable = findUnprintable(yaml);
  if (unprintable !== undefined) {
    return { kind: "bad-yaml", message: "yaml: control characters are not allowed", line: unprintable };
  }
  // YAML 1.1 ends a line at these too.
  const parsed = parseYaml(yaml.replace(/[\u0085\u2028\u2029]/g, "\n"));
  if (parsed.problem) {
    return { kind: "bad-yaml", message: `yaml: ${goSyntaxMessage(parsed, parsed.problem)}`, line: parsed.problem.line };
  }
  const { document } = parsed;
  if (!document || isNull(document.contents)) return { kind: "fields", fields: new Map() };
  const half = findSurrogateEscape(document, parsed);
  if (half !== undefined) {
    const place = half > 1 ? `line ${half}: ` : "";
    return { kind: "bad-yaml", message: `yaml: ${place}found invalid Unicode character escape code`, line: half };
  }
  const aliases = resolveAliases(document);
  if (aliases.kind !== "known") return { kind: "bad-yaml", message: `yaml: ${aliases.message}`, line: 1 };
  const { targets } = aliases;
  const { contents } = document;
  if (!isMap(contents)) return unmarshalErrors([mismatch(lineOf(contents, parsed), readValue(contents), structType)]);
  const repeated = repeatedKeys(contents, parsed);
  if (repeated.length > 0) return unmarshalErrors(repeated);
  const mismatches: Mismatch[] = [];
  const fields = readMap(contents, { targets, parsed, types, mismatches });
  return mismatches.length > 0 ? unmarshalErrors(mismatches) : { kind: "fields", fields };
}

interface Mismatch {
  readonly line: number;
  readonly text: string;
}

const structType = "skills.frontmatter";
const goTypes = { text: "string", list: "[]string", number: "int" } as const;

interface Reading {
  readonly targets: AliasTargets;
  readonly parsed: ParsedYaml;
  readonly types: FieldTypes;
  readonly mismatches: Mismatch[];
}

function readMap(map: YAMLMap, { targets, parsed, types, mismatches }: Reading): Fields {
  const fields = new Map<string, Field>();
  for (const { key, value } of map.items as { key: Node; value: Node | null }[]) {
    const name = scalarText(key);
    if (name === undefined) {
      mismatches.push(mismatch(lineOf(key, parsed), readValue(key), "string"));
      continue;
    }
    const type = typeOf(types, name);
    const field = readValue(aliasTarget(value, targets));
    if (type && !fitsType(field, type)) mismatches.push(mismatch(lineOf(value, parsed), field, goTypes[type]));
    fields.set(name, { value: field, line: lineOf(key, parsed) });
  }
  return fields;
}

function typeOf(types: FieldTypes, key: string): FieldTypes[string] | undefined {
  return Object.hasOwn(types, key) ? types[key] : undefined;
}

function fitsType(field: FieldValue, type: FieldTypes[string]): boolean {
  if (field.kind === "null") return true;
  if (type === "number") return field.kind === "text" && /^[-+]?[\d_]+(\.\d*)?$/.test(field.text);
  return field.kind === type && (field.kind !== "list" || field.items.every((item) => item !== undefined));
}

function readValue(node: Node | null | undefined): FieldValue {
  if (isNull(node)) return { kind: "null" };
  if (isMap(node)) {
    const entries = node.items as { key: Node; value: Node | null }[];
    return {
      kind: "map",
      entries: new Map(entries.map(({ key, value }) => [scalarText(key) ?? "", scalarText(value)])),
    };
  }
  // A null in a list leaves out its item.
  if (isSeq(node)) {
    const items = (node.items as Node[]).filter((item) => !isNull(item));
    return { kind: "list", items: items.map(scalarText) };
  }
  return { kind: "text", text: scalarText(node) ?? "" };
}

function scalarText(node: Node | null | undefined): string | undefined {
  return isScalar(node) ? String(node.value ?? "") : undefined;
}

const nulls: ReadonlySet<string> = new Set(["", "~", "null", "Null", "NULL"]);

function isNull(node: Node | null | undefined): boolean {
  if (!node) return true;
  return isScalar(node) && node.type !== Scalar.QUOTE_DOUBLE && node.type !== Scalar.QUOTE_SINGLE && isPlainNull(node);
}

function isPlainNull(scalar: Scalar): boolean {
  const isBlock = scalar.type === Scalar.BLOCK_FOLDED || scalar.type === Scalar.BLOCK_LITERAL;
  return !isBlock && scalar.tag === undefined && nulls.has(String(scalar.value ?? ""));
}

function repeatedKeys(map: YAMLMap, parsed: ParsedYaml): Mismatch[] {
  const first = new Map<string, number>();
  const repeated: Mismatch[] = [];
  for (const { key } of map.items as { key: Node }[]) {
    const name = scalarText(key);
    if (name === undefined) continue;
    const line = lineOf(key, parsed);
    const known = first.get(name);
    if (known === undefined) first.set(name, line);
    else repeated.push({ line, text: `mapping key ${goQuote(name)} already defined at line ${known}` });
  }
  return repeated;
}

function mismatch(line: number, value: FieldValue, type: string): Mismatch {
  if (value.kind === "map") return { line, text: `cannot unmarshal !!map into ${type}` };
  if (value.kind === "list") return { line, text: `cannot unmarshal !!seq into ${type}` };
  const text = value.kind === "null" ? "" : value.text;
  const shown = text.length > 10 ? `${text.slice(0, 7)}...` : text;
  return { line, text: `cannot unmarshal !!str \`${shown}\` into ${type}` };
}

function unmarshalErrors(errors: readonly Mismatch[]): FieldsResult {
  const lines = errors.map(({ line, text }) => `\n  line ${line}: ${text}`);
  return { kind: "bad-yaml", message: `yaml: unmarshal errors:${lines.join("")}`, line: errors[0]?.line ?? 1 };
}

function lineOf(node: Node | null, parsed: ParsedYaml): number {
  return parsed.lineAt(node?.range?.[0] ?? 0);
}
