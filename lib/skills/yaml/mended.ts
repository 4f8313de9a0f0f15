import { isMap, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import type { Field, FieldsResult } from "../frontmatter.ts";
import { type AliasTargets, aliasTarget, resolveAliases, withMerged } from "./aliases.ts";
import { isShort, parsedAsJavaScript, parsedAsRust, quoteProse } from "./mended-parse.ts";
import { isNull, readValue, type Scalars, scalarText } from "./mended-values.ts";
import { type Pair, repeatedKey } from "./nodes.ts";
import { nodesIn, type ParsedYaml, parseYaml } from "./parse-yaml.ts";
import { isPlain, typeOf } from "./types.ts";

/** A loader's requirements on the values of some keys, and how it treats invalid YAML. */
export interface MendedKeys {
  readonly mustBeText: readonly string[];
  /** Whether a number or a bool counts as text. */
  readonly takesScalars?: true;
  /** Keys whose value must be a map or left out, each with the loader's name for the type. */
  readonly mustBeMap?: Readonly<Record<string, string>>;
  /**
   * What is put in quotes if parsing fails. Absent: prose (`quoteProse`). `nothing`: a failure is final. `signs`: every value that contains
   * a special character of YAML (`quoteSigns`).
   */
  readonly quotes?: "signs" | "nothing";
  /** What a plain number or bool becomes; absent: `source`. */
  readonly scalars?: Scalars;
}

/**
 * Reads YAML and, if that fails, once more with prose in quotes, as harnesses do that forgive `description: Use for: x`; if both fail, the
 * first problem is reported. A scalar keeps its source text, unless the loader is JavaScript's. For keys that must be text, a number, a
 * bool, a list or a repetition is an error in the wording of Rust's serde_yaml; for keys that must be maps, anything else is. Other keys may
 * have any value, and the last of repeated ones counts.
 */
export function readMendedYaml(yaml: string, keys: MendedKeys): FieldsResult {
  if (keys.quotes === "signs") return readOnce(yaml, keys);
  // Rust's loader accepts a comment right after a quote. It treats a value of the wrong type like invalid YAML.
  // Rust's loader takes a byte order mark for a blank.
  const spaced = yaml.replace(/^\ufeff/, " ").replace(closeComment, "$1 #");
  const first = readOnce(spaced, keys);
  if (first.kind !== "bad-yaml" || keys.quotes === "nothing" || !isShort(parseYaml(spaced))) return first;
  const second = readOnce(quoteProse(spaced), keys);
  return second.kind === "bad-yaml" ? first : second;
}

const closeComment = /^([\w-]+:[ \t]+(?:"[^"\\\n]*"|'[^'\n]*'))#/gm;

function readOnce(yaml: string, keys: MendedKeys): FieldsResult {
  const { parsed, problem } = keys.quotes === "signs" ? parsedAsJavaScript(yaml) : parsedAsRust(yaml);
  if (problem) return badYaml(problem.message, parsed, problem.offset);
  const { document } = parsed;
  if (!document || isNull(document.contents)) return { kind: "no-mapping" };
  const aliases = resolveAliases(document);
  if (aliases.kind !== "known") return badYaml(aliases.message, parsed, 0);
  const identityOf = (key: Node | null) => valueIdentity(aliasTarget(key, aliases.targets), parsed.text);
  const maps = keys.scalars === "typed" ? nodesIn(document).filter(isMap) : [];
  const repeated = maps.map((map) => repeatedKey(map, identityOf)).find(Boolean);
  if (repeated) return badYaml(`duplicate field \`${scalarText(repeated)}\``, parsed, repeated.range?.[0] ?? 0);
  if (!isMap(document.contents)) {
    return keys.mustBeText.length === 0
      ? { kind: "no-mapping" }
      : badYaml(`invalid type: ${serdeKind(document.contents)}, expected struct SkillFrontmatter`, parsed, 0);
  }
  return readMap(document.contents, parsed, { targets: aliases.targets, ...keys });
}

interface Reading extends MendedKeys {
  readonly targets: AliasTargets;
}

function readMap(map: YAMLMap, parsed: ParsedYaml, reading: Reading): FieldsResult {
  const { targets, mustBeText, scalars = "source" } = reading;
  const fields = new Map<string, Field>();
  for (const { key: written, value } of map.items as Pair[]) {
    const key = aliasTarget(written, targets);
    const name = scalarText(key);
    const start = written?.range?.[0] ?? 0;
    if (name === undefined && mustBeText.length > 0)
      return badYaml(`invalid type: ${serdeKind(key)}, expected field identifier`, parsed, start);
    if (name === undefined) continue;
    const node = aliasTarget(value, targets);
    const isText = mustBeText.includes(name);
    if (isText && fields.has(name)) return badYaml(`duplicate field \`${name}\``, parsed, start);
    const wrong = wrongType(name, node, reading);
    if (wrong) return badYaml(`${name}: invalid type: ${wrong}`, parsed, node?.range?.[0] ?? start);
    fields.set(name, { value: readValue(node, scalars, parsed.text), line: parsed.lineAt(start) });
  }
  if (scalars === "javascript") merge(fields, map, targets, parsed);
  return { kind: "fields", fields };
}

/** Adds the fields that a merge key `<<` brings: those of one or several maps, and of what these merge, unless they are there. */
function merge(fields: Map<string, Field>, root: YAMLMap, targets: AliasTargets, parsed: ParsedYaml): void {
  const targetOf = (node: unknown) => aliasTarget(node as Node, targets);
  const sourcesOf = ({ key, value }: Pair) => {
    const source = scalarText(key) === "<<" ? targetOf(value) : undefined;
    return (isSeq(source) ? source.items : [source]).map(targetOf).filter(isMap);
  };
  for (const { key, value } of withMerged(root, targets, sourcesOf)?.flatMap((map) => map.items as Pair[]) ?? []) {
    const name = scalarText(key);
    if (name === undefined || fields.has(name)) continue;
    const line = parsed.lineAt(key?.range?.[0] ?? 0);
    fields.set(name, { value: readValue(targetOf(value), "javascript", parsed.text), line });
  }
}

/** Equal for values that are one to Rust's loader. */
function valueIdentity(node: Node | null | undefined, text: string): string {
  // As it is written: what JSON writes of keys within keys doubles with each of them.
  if (!isScalar(node)) return text.slice(...(node?.range ?? []));
  const value = readValue(node, "typed", text);
  return JSON.stringify([
    /^!.*/.exec(node.tag ?? ""),
    "type" in value && value.type === "int" ? Number(value.text) : value,
  ]);
}

function badYaml(message: string, { text, lineAt }: ParsedYaml, offset: number): FieldsResult {
  const line = lineAt(offset);
  const column = offset - text.lastIndexOf("\n", offset - 1);
  return { kind: "bad-yaml", message: `${message} at line ${line} column ${column}`, line };
}

/** A message on a value of the wrong type, with the expected type; `undefined` for null, which counts as absent. */
function wrongType(name: string, node: unknown, keys: MendedKeys): string | undefined {
  const { mustBeText, takesScalars, mustBeMap = {} } = keys;
  const isStruct = Object.hasOwn(mustBeMap, name);
  // Only a value that is left out is no struct, and no error.
  if (isNull(node) && !(isStruct && isScalar(node) && node.source)) return undefined;
  const kind = serdeKind(node);
  if (mustBeText.includes(name) && !kind.startsWith("string") && !(takesScalars && isScalar(node)))
    return `${kind}, expected a string`;
  if (!isStruct) return undefined;
  if (!isMap(node)) return `${kind}, expected struct ${mustBeMap[name]}`;
  const inner = node.items.map(({ key, value }) => wrongType(`${name}.${scalarText(key as Node)}`, value, keys));
  return inner.find((message) => message !== undefined);
}

function serdeKind(node: unknown): string {
  if (isSeq(node)) return "sequence";
  if (!isScalar(node)) return "map";
  const text = String(node.value ?? "");
  const type = isPlain(node) ? typeOf(text) : undefined;
  return type ? `${type} \`${text}\`` : `string ${JSON.stringify(text)}`;
}
