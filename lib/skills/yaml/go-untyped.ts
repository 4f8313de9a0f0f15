import { type Document, isMap, isScalar, type Node, Scalar, type YAMLMap } from "yaml";
import type { Field, Fields, FieldsResult, FieldValue } from "../frontmatter.ts";
import {
  type AliasTargets,
  aliasTarget,
  isAliasedTooMuch,
  isMergeKey,
  mergedMaps,
  mergeWantsMaps,
  resolveAliases,
} from "./aliases.ts";
import { goSyntaxMessage } from "./go-message.ts";
import { badBase64, goScalarType, isDecodable, type ScalarType, scalarText, taggedScalarType } from "./go-scalars.ts";
import { lineOf, type Pair, readCollection } from "./nodes.ts";
import { findLeadingTab, findUnprintable, goYamlRefusal, parseGoYaml } from "./parse-go-yaml.ts";
import { nodesIn, type ParsedYaml } from "./parse-yaml.ts";

/**
 * Reads YAML as Go's yaml.v2 fills a `map[string]interface{}`: plain scalars get the types of YAML 1.1, the last of repeated keys counts,
 * merge keys (`<<`) are followed. Only texts become `text`. An error anywhere, even in a field that nobody asks for, makes the whole
 * document invalid; messages have the substance of the library's.
 */
export function readUntypedGoYaml(yaml: string): FieldsResult {
  const unprintable = findUnprintable(yaml);
  if (unprintable !== undefined) return bad("control characters are not allowed", unprintable);
  const parsed = parseGoYaml(yaml);
  if (parsed.problem) return bad(goSyntaxMessage(parsed, parsed.problem), parsed.problem.line);
  const { document } = parsed;
  if (!document?.contents) return { kind: "fields", fields: new Map() };
  const aliases = resolveAliases(document);
  if (aliases.kind !== "known") return bad(aliases.message);
  if (isAliasedTooMuch(document, aliases.targets)) return bad("document contains excessive aliasing");
  const reading = { document, parsed, targets: aliases.targets, merged: new Map() };
  const fault = findFault(reading);
  if (fault) return fault;
  if (isMap(document.contents)) return { kind: "fields", fields: readMap(document.contents, reading) };
  return isScalar(document.contents) && scalarType(document.contents) === "null"
    ? { kind: "fields", fields: new Map() }
    : bad("unmarshal errors: cannot unmarshal into map[string]interface {}");
}

interface Reading {
  readonly document: Document;
  readonly parsed: ParsedYaml;
  readonly targets: AliasTargets;
  /** Maps that have been read: without them, maps that merge one another repeatedly would take exponential time. */
  readonly merged: Map<YAMLMap, Fields>;
}

function bad(message: string, line = 1): FieldsResult {
  return { kind: "bad-yaml", message: `yaml: ${message}`, line };
}

function findFault(reading: Reading): FieldsResult | undefined {
  const tab = findLeadingTab(reading.document, reading.parsed.text);
  if (tab !== undefined) return bad("found character that cannot start any token", reading.parsed.lineAt(tab));
  for (const node of nodesIn(reading.document)) {
    const message = goYamlRefusal(node, reading.parsed.text) ?? nodeFault(node, reading);
    if (message) return bad(message, lineOf(node, reading.parsed));
  }
  return undefined;
}

function nodeFault(node: Node, reading: Reading): string | undefined {
  if (isScalar(node)) return scalarFault(node);
  return isMap(node) ? mapFault(node, reading) : undefined;
}

function scalarFault(scalar: Scalar): string | undefined {
  if (!isDecodable(scalar)) return badBase64;
  return scalarType(scalar) ? undefined : `cannot decode \`${scalarText(scalar)}\` as a ${scalar.tag}`;
}

function mapFault(map: YAMLMap, { targets }: Reading): string | undefined {
  for (const { key, value } of map.items as Pair[]) {
    if (!isScalar(aliasTarget(key, targets))) return "invalid map key";
    if (isMergeKey(key) && !mergedMaps(value, targets)) {
      return mergeWantsMaps;
    }
  }
  return undefined;
}

function readMap(map: YAMLMap, reading: Reading): Fields {
  const known = reading.merged.get(map);
  if (known) return known;
  const fields = new Map<string, Field>();
  reading.merged.set(map, fields);
  for (const { key, value } of map.items as Pair[]) {
    const sources = isMergeKey(key) ? mergedMaps(value, reading.targets) : undefined;
    // A merge is executed in its place, so it overwrites what stands above it; of several maps the first wins.
    for (const source of sources?.toReversed() ?? [])
      for (const [name, field] of readMap(source, reading)) fields.set(name, field);
    if (!sources) {
      const field = { value: readValue(aliasTarget(value, reading.targets)), line: lineOf(key, reading.parsed) };
      fields.set(keyText(aliasTarget(key, reading.targets)), field);
    }
  }
  return fields;
}

function readValue(node: Node | null | undefined): FieldValue {
  const collection = readCollection(node, scalarText, keyText);
  if (collection) return collection;
  return toValue(scalarText(node) ?? "", isScalar(node) ? scalarType(node) : "null");
}

function toValue(text: string, type: ScalarType | undefined): FieldValue {
  if (type === "text") return { kind: "text", text };
  return type === "null" || type === undefined ? { kind: "null" } : { kind: "other", type, text };
}

/** `undefined` if the scalar does not fit its tag. */
function scalarType(scalar: Scalar): ScalarType | undefined {
  const text = scalar.source ?? "";
  if (scalar.tag !== undefined) return taggedScalarType(text, scalar.tag);
  return isPlain(scalar) ? goScalarType(text) : "text";
}

function isPlain({ type }: Scalar): boolean {
  return type === undefined || type === Scalar.PLAIN;
}

/** The text of a key: a number as it is written, and an empty text for null. */
function keyText(key: Node | null | undefined): string {
  return isScalar(key) && scalarType(key) !== "null" ? (scalarText(key) ?? "") : "";
}
