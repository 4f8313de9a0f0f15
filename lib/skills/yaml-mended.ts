import { isMap, isScalar, isSeq, type Node, Scalar } from "yaml";
import type { Field, FieldsResult, FieldValue } from "./frontmatter.ts";
import { type AliasTargets, aliasTarget, resolveAliases } from "./go-nodes.ts";
import { goSyntaxMessage } from "./go-yaml-message.ts";
import { frontmatterLimits, type ParsedYaml, parseYaml, type YamlProblem } from "./parse-yaml.ts";

/** Keys of which a loader asks for more than that they are YAML. */
export interface MendedKeys {
  readonly mustBeText: readonly string[];
  /** Those that hold fields, if anything, each with what the loader calls its type. */
  readonly mustBeMap?: Readonly<Record<string, string>>;
}

/**
 * Reads YAML, and where it fails once more with prose in quotes, as harnesses do that forgive `description: Use for: x`;
 * if that fails too, the first problem is told. A scalar keeps its source text. Of the keys that must be text, a number,
 * a bool, a list or a repetition is an error in the words of Rust's serde_yaml, of those that must be maps a scalar; other
 * keys may be anything, the last of a repeated one.
 */
export function readMendedYaml(yaml: string, keys: MendedKeys): FieldsResult {
  const first = parseYaml(yaml);
  // A second look only where two cost no more than the longest one.
  const isShort = (first.parts ?? frontmatterLimits.parts) <= frontmatterLimits.parts / 2;
  const mended = first.problem && isShort ? parseYaml(quoteProse(yaml)) : first;
  const parsed = mended.problem ? first : mended;
  if (parsed.problem) return badYaml(syntaxMessage(parsed, parsed.problem), parsed, parsed.problem.offset);
  const { document } = parsed;
  if (!document || isNull(document.contents)) return { kind: "no-mapping" };
  const aliases = resolveAliases(document);
  if (aliases.kind !== "known") return badYaml(aliases.message, parsed, 0);
  if (!isMap(document.contents)) {
    return keys.mustBeText.length === 0
      ? { kind: "no-mapping" }
      : badYaml(`invalid type: ${serdeKind(document.contents)}, expected struct SkillFrontmatter`, parsed, 0);
  }
  return readMap(document.contents.items as Pair[], parsed, { targets: aliases.targets, ...keys });
}

interface Pair {
  readonly key: Node;
  readonly value: Node | null;
}

interface Reading extends MendedKeys {
  readonly targets: AliasTargets;
}

function readMap(items: readonly Pair[], parsed: ParsedYaml, reading: Reading): FieldsResult {
  const { targets, mustBeText } = reading;
  const fields = new Map<string, Field>();
  for (const { key, value } of items) {
    const name = scalarText(key);
    if (name === undefined) continue;
    const start = key.range?.[0] ?? 0;
    const node = aliasTarget(value, targets);
    const isText = mustBeText.includes(name);
    if (isText && fields.has(name)) return badYaml(`duplicate field \`${name}\``, parsed, start);
    const wrong = wrongType(name, node, reading);
    if (wrong) return badYaml(`${name}: invalid type: ${wrong}`, parsed, node?.range?.[0] ?? start);
    fields.set(name, { value: readValue(node), line: parsed.lineAt(start) });
  }
  return { kind: "fields", fields };
}

function badYaml(message: string, { text, lineAt }: ParsedYaml, offset: number): FieldsResult {
  const line = lineAt(offset);
  const column = offset - text.lastIndexOf("\n", offset - 1);
  return { kind: "bad-yaml", message: `${message} at line ${line} column ${column}`, line };
}

/** Go's loader and Rust's are ports of one library, and so are their words. */
function syntaxMessage(parsed: ParsedYaml, problem: YamlProblem): string {
  return goSyntaxMessage(parsed, problem).replace(/^line \d+: /, "");
}

function readValue(node: Node | null | undefined): FieldValue {
  if (isNull(node)) return { kind: "null" };
  if (isSeq(node)) return { kind: "list", items: (node.items as Node[]).map(scalarText) };
  if (isMap(node)) {
    const entries = (node.items as Pair[]).map(({ key, value }) => [scalarText(key) ?? "", scalarText(value)] as const);
    return { kind: "map", entries: new Map(entries) };
  }
  return { kind: "text", text: scalarText(node) ?? "" };
}

function scalarText(node: Node | null | undefined): string | undefined {
  return isScalar(node) ? String(node.value ?? "") : undefined;
}

function isNull(node: unknown): boolean {
  return !node || (isPlain(node) && nulls.test(String(node.value ?? "")));
}

const nulls = /^(~|null|Null|NULL)?$/;

function isPlain(node: unknown): node is Scalar {
  return isScalar(node) && node.type === Scalar.PLAIN;
}

const typed = [
  ["boolean", /^(true|True|TRUE|false|False|FALSE)$/],
  ["integer", /^[-+]?(0|[1-9]\d*|0x[\da-fA-F]+|0o[0-7]+|0b[01]+)$/],
  ["floating point", /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$|^[-+]?\.(inf|Inf|INF)$|^\.(nan|NaN|NAN)$/],
] as const;

/** What stands where something else belongs, and what that is; null is as good as nothing. */
function wrongType(name: string, node: unknown, { mustBeText, mustBeMap = {} }: MendedKeys): string | undefined {
  if (isNull(node)) return undefined;
  const kind = serdeKind(node);
  if (mustBeText.includes(name) && !kind.startsWith("string")) return `${kind}, expected a string`;
  return Object.hasOwn(mustBeMap, name) && isScalar(node) ? `${kind}, expected struct ${mustBeMap[name]}` : undefined;
}

function serdeKind(node: unknown): string {
  if (isSeq(node)) return "sequence";
  if (!isScalar(node)) return "map";
  const text = String(node.value ?? "");
  const type = isPlain(node) ? typed.find(([, pattern]) => pattern.test(text))?.[0] : undefined;
  return type ? `${type} \`${text}\`` : `string ${JSON.stringify(text)}`;
}

/** A comment is looked for at the first of a run of blanks only, or a long run takes quadratic time. */
const keyLine = /^(\s*[\w-]+:[ \t]+)(\S.*?)((?<![ \t])[ \t]+#.*)?\r?$/;
const blockScalar = /^[|>][-+\d]*$/;
/** What YAML would take for more than text: a key within the value, or a character that begins something else. */
const prose = /:(\s|$)|^[@`%[{]/;

/**
 * YAML with the plain values that hold a colon, or begin with a special character, put in quotes, a line each.
 * Values in quotes, block scalars and comments stay.
 */
export function quoteProse(yaml: string): string {
  let blockIndent = -1;
  return yaml
    .split("\n")
    .map((line) => {
      const indent = line.search(/\S/);
      if (blockIndent >= 0 && (indent < 0 || indent > blockIndent)) return line;
      const [, key, value, comment = ""] = keyLine.exec(line) ?? [];
      blockIndent = value !== undefined && blockScalar.test(value) ? indent : -1;
      if (key === undefined || value === undefined || /^["'|>]/.test(value) || !prose.test(value)) return line;
      return `${key}'${value.replaceAll("'", "''")}'${comment}`;
    })
    .join("\n");
}
