import { isMap, isScalar, isSeq, type Node, Scalar, type YAMLMap } from "yaml";
import type { Field, FieldsResult, FieldValue } from "../frontmatter.ts";
import { goQuote } from "../text-rules.ts";
import { type AliasTargets, aliasTarget, isMergeKey, mergeWantsMaps, resolveAliases, withMerged } from "./aliases.ts";
import { goSyntaxMessage } from "./go-message.ts";
import { badBase64, goScalarType, isDecodable, scalarText, taggedScalarType } from "./go-scalars.ts";
import { lineOf, type Pair, readCollection } from "./nodes.ts";
import { findRefused, findRefusedBlank, findSurrogateEscape, findUnprintable, parseGoYaml } from "./parse-go-yaml.ts";
import type { ParsedYaml } from "./parse-yaml.ts";

/** The declared types of a Go struct's fields; other keys are ignored. */
export type FieldTypes = Readonly<Record<string, "text" | "list" | "number">>;

/**
 * Reads YAML as Go's yaml.v3 fills a struct: a scalar keeps its source text (`yes`, `1.0`), null leaves the field unset, a repeated key or
 * a list where text belongs is an error, merge keys (`<<`) are followed. Keys without a field may have any value. Messages are those of the
 * library.
 */
export function readGoYaml(yaml: string, types: FieldTypes): FieldsResult {
  const unprintable = findUnprintable(yaml);
  if (unprintable !== undefined) return bad("control characters are not allowed", unprintable);
  const parsed = parseGoYaml(yaml);
  if (parsed.problem) return bad(goSyntaxMessage(parsed, parsed.problem), parsed.problem.line);
  const { document } = parsed;
  const blank = document ? undefined : findRefusedBlank(parsed.text);
  if (blank) return refusedAt(parsed.lineAt(blank.offset), blank.message);
  if (!document || isNull(document.contents)) return { kind: "fields", fields: new Map() };
  const half = findSurrogateEscape(document, parsed);
  if (half !== undefined) return refusedAt(half, "found invalid Unicode character escape code");
  const aliases = resolveAliases(document, "ignored");
  if (aliases.kind !== "known") return bad(aliases.message);
  const refused = findRefused(document, parsed.text);
  if (refused) return refusedAt(parsed.lineAt(refused.offset), refused.message);
  const { contents } = document;
  if (!isMap(contents)) return unmarshalErrors([mismatch(contents, parsed, "struct")]);
  return readStruct(contents, { targets: aliases.targets, parsed, types });
}

function bad(message: string, line = 1): FieldsResult {
  return { kind: "bad-yaml", message: `yaml: ${message}`, line };
}

/** The library counts a parser's lines from 0 and a scanner's from 1, and omits the first of either. */
function refusedAt(line: number, message: string): FieldsResult {
  const told = /^(found|could not find)\b/.test(message) ? line : line - 1;
  return bad(line > 1 ? `line ${told}: ${message}` : message, line);
}

interface Mismatch {
  readonly line: number;
  readonly text: string;
}

const goTypes = { text: "string", list: "[]string", number: "int", struct: "skills.frontmatter" } as const;

interface Reading {
  readonly targets: AliasTargets;
  readonly parsed: ParsedYaml;
  readonly types: FieldTypes;
}

function readStruct(root: YAMLMap, reading: Reading): FieldsResult {
  const { targets, parsed, types } = reading;
  const maps = withMerged(root, targets);
  if (!maps) return bad(mergeWantsMaps);
  const mismatches: Mismatch[] = [];
  const fields = new Map<string, Field>();
  for (const { key, value } of maps.flatMap((map) => distinctPairs(map, parsed, mismatches))) {
    const name = scalarText(aliasTarget(key, targets));
    if (name === undefined) mismatches.push(mismatch(aliasTarget(key, targets), parsed, "text"));
    if (name === undefined || fields.has(name)) continue;
    const node = aliasTarget(value, targets);
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    const fault = type && tagFault(node);
    if (fault) return bad(fault);
    const field = readValue(node);
    if (!fitsType(node, field, type)) mismatches.push(mismatch(node, parsed, type));
    fields.set(name, { value: field, line: lineOf(key, parsed) });
  }
  return mismatches.length > 0 ? unmarshalErrors(mismatches) : { kind: "fields", fields };
}

/** The pairs of a map without its merge key; empty, with a mismatch, if a key is repeated. */
function distinctPairs(map: YAMLMap, parsed: ParsedYaml, mismatches: Mismatch[]): readonly Pair[] {
  const pairs = map.items as Pair[];
  const repeated = repeatedKeys(pairs, parsed);
  mismatches.push(...repeated);
  return repeated.length > 0 ? [] : pairs.filter(({ key }) => !isMergeKey(key));
}

function repeatedKeys(pairs: readonly Pair[], parsed: ParsedYaml): readonly Mismatch[] {
  const first = new Map<string, number>();
  return pairs.flatMap(({ key }) => {
    const name = scalarText(key);
    if (name === undefined) return [];
    const line = lineOf(key, parsed);
    const known = first.get(name);
    if (known === undefined) first.set(name, line);
    return known === undefined ? [] : [{ line, text: `mapping key ${goQuote(name)} already defined at line ${known}` }];
  });
}

function fitsType(node: Node | null | undefined, field: FieldValue, type: FieldTypes[string] | undefined): boolean {
  if (field.kind === "null" || type === undefined) return true;
  if (type === "number") return isNumber(node);
  return field.kind === type && (field.kind !== "list" || field.items.every((item) => item !== undefined));
}

function readValue(node: Node | null | undefined): FieldValue {
  if (isNull(node)) return { kind: "null" };
  // A null in a list drops the item.
  if (isSeq(node)) {
    const items = (node.items as Node[]).filter((item) => !isNull(item));
    return { kind: "list", items: items.map(scalarText) };
  }
  return readCollection(node, scalarText) ?? { kind: "text", text: scalarText(node) ?? "" };
}

function isNull(node: Node | null | undefined): boolean {
  return !node || (isPlain(node) && goScalarType(node.source ?? "") === "null");
}

function isPlain(node: Node | null | undefined): node is Scalar {
  return isScalar(node) && node.tag === undefined && (node.type === undefined || node.type === Scalar.PLAIN);
}

/** Whether Go can store the number in an integer field: any finite one, with its fraction cut off. */
function isNumber(node: Node | null | undefined): boolean {
  if (!isScalar(node)) return false;
  const text = node.source ?? "";
  const type = node.tag === undefined && isPlain(node) ? goScalarType(text) : taggedScalarType(text, node.tag ?? "");
  return (type === "int" || type === "float") && /\d/.test(text);
}

/** Why a scalar does not fit its own tag, as in `!!int abc`. */
function tagFault(node: Node | null | undefined): string | undefined {
  if (!isScalar(node)) return undefined;
  if (!isDecodable(node)) return badBase64;
  const isFit = node.tag === undefined || taggedScalarType(node.source ?? "", node.tag) !== undefined;
  return isFit ? undefined : `cannot decode !!str \`${scalarText(node)}\` as a ${shortTag(node)}`;
}

function shortTag(node: Node | null | undefined): string {
  if (isMap(node)) return "!!map";
  if (isSeq(node)) return "!!seq";
  if (isScalar(node) && node.tag !== undefined) return node.tag.replace("tag:yaml.org,2002:", "!!");
  const type = isPlain(node) ? goScalarType(node.source ?? "") : "text";
  return `!!${type === "text" ? "str" : type}`;
}

function mismatch(node: Node | null | undefined, parsed: ParsedYaml, type: keyof typeof goTypes = "text"): Mismatch {
  const text = scalarText(node) ?? "";
  const shown = text.length > 10 ? `${text.slice(0, 7)}...` : text;
  const value = isScalar(node) ? ` \`${shown}\`` : "";
  return { line: lineOf(node, parsed), text: `cannot unmarshal ${shortTag(node)}${value} into ${goTypes[type]}` };
}

function unmarshalErrors(errors: readonly Mismatch[]): FieldsResult {
  const lines = errors.map(({ line, text }) => `\n  line ${line}: ${text}`);
  return { kind: "bad-yaml", message: `yaml: unmarshal errors:${lines.join("")}`, line: errors[0]?.line ?? 1 };
}
