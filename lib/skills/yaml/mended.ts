import { isAlias, isMap, isScalar, isSeq, type Node, Scalar } from "yaml";
import type { Field, FieldsResult, FieldValue } from "../frontmatter.ts";
import { isIndentedByTab, tabIndentation, withBlankLines } from "./block-blanks.ts";
import { goSyntaxMessage } from "./go-message.ts";
import { type AliasTargets, aliasTarget, resolveAliases } from "./go-nodes.ts";
import { frontmatterLimits, nodesIn, type ParsedYaml, parseYaml, type YamlProblem } from "./parse-yaml.ts";
import { isPlain, typedValue, typeOf } from "./types.ts";

/** A loader's requirements on the values of some keys, and how it treats invalid YAML. */
export interface MendedKeys {
  readonly mustBeText: readonly string[];
  /** Whether a number or a bool counts as text. */
  readonly takesScalars?: true;
  /** Keys whose value must be a map or absent, each with the loader's name for the type. */
  readonly mustBeMap?: Readonly<Record<string, string>>;
  /**
   * What is put in quotes if parsing fails. Absent: prose (`quoteProse`). `nothing`: a failure is final. `signs`: every value that contains
   * a special character of YAML (`quoteSigns`).
   */
  readonly quotes?: "signs" | "nothing";
  /**
   * What a plain number or bool becomes. Absent: its source text. `javascript`: what JavaScript prints of it. `typed`: it is not text, as
   * for Rust's loader, which also refuses repeated keys.
   */
  readonly scalars?: "javascript" | "typed";
}

/**
 * Reads YAML and, if that fails, once more with prose in quotes, as harnesses do that forgive `description: Use for: x`; if both fail, the
 * first problem is reported. A scalar keeps its source text, unless the loader is JavaScript's. For keys that must be text, a number, a
 * bool, a list or a repetition is an error in the wording of Rust's serde_yaml; for keys that must be maps, a scalar is. Other keys may
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

/** Whether both attempts together cost no more than the longest allowed text. */
function isShort({ parts = frontmatterLimits.parts }: ParsedYaml): boolean {
  return parts <= frontmatterLimits.parts / 2;
}

const closeComment = /^([\w-]+:[ \t]+(?:"[^"\\\n]*"|'[^'\n]*'))#/gm;

function readOnce(yaml: string, keys: MendedKeys): FieldsResult {
  const { parsed, problem } = keys.quotes === "signs" ? parsedAsJavaScript(yaml) : parsedAsRust(yaml);
  if (problem) return badYaml(problem.message, parsed, problem.offset);
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

interface Parsed {
  readonly parsed: ParsedYaml;
  /** In the loader's wording. */
  readonly problem: Pick<YamlProblem, "message" | "offset"> | undefined;
}

function parsedAsRust(yaml: string): Parsed {
  const parsed = parseYaml(yaml);
  return { parsed, problem: parsed.problem ? inWords(parsed, parsed.problem) : rustProblem(parsed) };
}

function parsedAsJavaScript(yaml: string): Parsed {
  const plain = yaml.replace(leadingComma, `$1${comma}`);
  const first = parseYaml(plain);
  const problemOf = (parsed: ParsedYaml) => parsed.problem ?? strictProblem(parsed);
  const mended = problemOf(first) && isShort(first) ? parseYaml(quoteSigns(withoutTabs(plain))) : first;
  const parsed = problemOf(mended) ? first : mended;
  const problem = problemOf(parsed);
  return { parsed, problem: problem && inWords(parsed, problem) };
}

function inWords(parsed: ParsedYaml, problem: YamlProblem): Parsed["problem"] {
  return { message: syntaxMessage(parsed, problem), offset: problem.offset };
}

/** A plain value may begin with a comma, which the parser used here refuses: a placeholder stands for it while parsing. */
const leadingComma = /^([ \t]*(?:[\w-]+:|-)[ \t]+(?:![\w-]*[ \t]+)?),/gm;
const comma = "\ue000\ue001";

/** YAML with blanks instead of the tabs before a line that continues or indents. */
function withoutTabs(yaml: string): string {
  return yaml.replace(/^\t+(?=\S)/gm, (tabs) => "  ".repeat(tabs.length));
}

/**
 * Errors of a JavaScript loader that the parser used here does not report: a second document, an alias without a target, a key in brackets,
 * a NUL, a line that continues with a colon.
 */
function strictProblem(parsed: ParsedYaml): YamlProblem | undefined {
  const { document, hasMore, text } = parsed;
  const bracketed = /^[\w-]+:[ \t]+[[{][^\n]*[\]}]:[ \t]/m.exec(text);
  // An unpaired surrogate is no character.
  const hasHalf = halfPair.test(text);
  const isNul = text.includes("\0");
  const isColon = colonBelow.test(text);
  const isOther = hasHalf || hasMore || isNul || isColon;
  const isBroken = isOther || bracketed || (document && resolveAliases(document).kind !== "known");
  return isBroken ? { message: "not one mapping", offset: bracketed?.index ?? 0, line: 1 } : undefined;
}

/** A value on one line, in quotes or plain, and below it a line that begins with a colon. */
const colonBelow =
  /^[\w-]+:[ \t]+(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s"'|>[{#][^\n]*)[ \t]*\n(?:[ \t]*\n)*[ \t]+:(?!\S)/m;

/**
 * Errors of Rust's loader that the parser used here does not report: a second document, an unpaired surrogate, other characters in an
 * anchor, and a tab that indents a block.
 */
function rustProblem({ document, hasMore, text }: ParsedYaml): YamlProblem | undefined {
  const message = "deserializing from YAML containing more than one document is not supported";
  if (hasMore) return { message, offset: 0, line: 1 };
  for (const node of document ? nodesIn(document) : []) {
    const offset = node.range?.[0] ?? 0;
    if (isIndentedByTab(node, text))
      return { message: `while scanning a block scalar, ${tabIndentation}`, offset, line: 1 };
    const anchor = isAlias(node) ? node.source : node.anchor;
    if (anchor === undefined || /^[\w-]+$/.test(anchor)) continue;
    const message = "while scanning an anchor, did not find expected alphabetic or numeric character";
    return { message, offset, line: 1 };
  }
  const half = halfPair.exec(text);
  return half ? { message: "found invalid Unicode character escape code", offset: half.index, line: 1 } : undefined;
}

const halfPair = /\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])/;

interface Pair {
  readonly key: Node;
  readonly value: Node | null;
}

interface Reading extends MendedKeys {
  readonly targets: AliasTargets;
}

function readMap(items: readonly Pair[], parsed: ParsedYaml, reading: Reading): FieldsResult {
  const { targets, mustBeText, scalars } = reading;
  const fields = new Map<string, Field>();
  for (const { key, value } of items) {
    const name = scalarText(key);
    if (name === undefined) continue;
    const start = key.range?.[0] ?? 0;
    const node = aliasTarget(value, targets);
    const isText = mustBeText.includes(name);
    if ((isText || scalars === "typed") && fields.has(name))
      return badYaml(`duplicate field \`${name}\``, parsed, start);
    const wrong = wrongType(name, node, reading);
    if (wrong) return badYaml(`${name}: invalid type: ${wrong}`, parsed, node?.range?.[0] ?? start);
    fields.set(name, { value: readValue(node, scalars, parsed.text), line: parsed.lineAt(start) });
  }
  if (scalars === "javascript") merge(fields, items, targets, parsed);
  return { kind: "fields", fields };
}

/** Adds the fields that a merge key `<<` brings: those of one or several maps that neither the map itself nor an earlier one has. */
function merge(fields: Map<string, Field>, items: readonly Pair[], targets: AliasTargets, parsed: ParsedYaml): void {
  // Each merge key may name the same map again and again.
  let left = frontmatterLimits.parts;
  for (const { line, key, value } of mergedPairs(items, targets, parsed)) {
    if (left-- <= 0) return;
    const name = scalarText(key);
    if (name === undefined || fields.has(name)) continue;
    fields.set(name, { value: readValue(aliasTarget(value, targets), "javascript", parsed.text), line });
  }
}

function* mergedPairs(items: readonly Pair[], targets: AliasTargets, { lineAt }: ParsedYaml) {
  for (const { key, value } of items.filter((pair) => scalarText(pair.key) === "<<")) {
    const node = aliasTarget(value, targets);
    const line = lineAt(key.range?.[0] ?? 0);
    const maps = (isSeq(node) ? node.items : [node]).map((each) => aliasTarget(each as Node, targets)).filter(isMap);
    for (const map of maps) for (const pair of map.items as Pair[]) yield { ...pair, line };
  }
}

function badYaml(message: string, { text, lineAt }: ParsedYaml, offset: number): FieldsResult {
  const line = lineAt(offset);
  const column = offset - text.lastIndexOf("\n", offset - 1);
  return { kind: "bad-yaml", message: `${message} at line ${line} column ${column}`, line };
}

/** Go's and Rust's loaders are ports of the same library, and so are their messages. */
function syntaxMessage(parsed: ParsedYaml, problem: YamlProblem): string {
  return goSyntaxMessage(parsed, problem).replace(/^line \d+: /, "");
}

function readValue(node: Node | null | undefined, scalars: MendedKeys["scalars"], source: string): FieldValue {
  if (isNull(node)) return { kind: "null" };
  if (isSeq(node)) {
    const items = node.items as Node[];
    return { kind: "list", items: items.map(itemReaders[scalars ?? "source"]) };
  }
  if (isMap(node)) {
    const entries = (node.items as Pair[]).map(({ key, value }) => [scalarText(key) ?? "", scalarText(value)] as const);
    return { kind: "map", entries: new Map(entries) };
  }
  const text = scalarText(node) ?? "";
  if (scalars === "typed") return typedValue(node, withoutLastBreak(node, text, source));
  if (scalars !== "javascript") return { kind: "text", text };
  return { kind: "text", text: isPlain(node) ? asPrinted(text) : withBlankLines(text, node, source) };
}

const itemReaders = { source: scalarText, javascript: printed, typed: textItem } as const;

/** `undefined` for an item that is not text. */
function textItem(node: Node): string | undefined {
  const value = isScalar(node) && !isNull(node) ? typedValue(node, scalarText(node) ?? "") : undefined;
  return value?.kind === "text" ? value.text : undefined;
}

/** A block scalar at the end of YAML without a final line break has none either. */
function withoutLastBreak(node: unknown, text: string, source: string): string {
  if (!isScalar(node) || (node.type !== Scalar.BLOCK_LITERAL && node.type !== Scalar.BLOCK_FOLDED)) return text;
  const isLast = (node.range?.[1] ?? 0) >= source.length && !source.endsWith("\n");
  return isLast ? text.replace(/\n$/, "") : text;
}

/** What JavaScript prints for an item of a list. */
function printed(node: Node): string {
  if (isNull(node)) return "";
  if (isSeq(node)) return (node.items as Node[]).map(printed).join(",");
  if (isMap(node)) return "[object Object]";
  const text = scalarText(node) ?? "";
  return isPlain(node) ? asPrinted(text) : text;
}

function scalarText(node: Node | null | undefined): string | undefined {
  if (!isScalar(node)) return undefined;
  // `!!binary` is printed as written.
  const value = node.value instanceof Uint8Array ? node.source : node.value;
  return String(value ?? "").replace(comma, ",");
}

/** What JavaScript prints for a plain scalar that YAML 1.2 reads as a number or a bool. */
function asPrinted(text: string): string {
  if (/^(true|false)$/i.test(text) && !/[a-z][A-Z]/.test(text)) return text.toLowerCase();
  if (/^[-+]?\.(inf|Inf|INF)$/.test(text)) return text.startsWith("-") ? "-Infinity" : "Infinity";
  if (/^\.(nan|NaN|NAN)$/.test(text)) return "NaN";
  const isNumber = /^0o[0-7]+$|^0x[\da-fA-F]+$|^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text);
  return isNumber ? String(Number(text)) : text;
}

function isNull(node: unknown): boolean {
  return !node || (isPlain(node) && nulls.test(String(node.value ?? "")));
}

const nulls = /^(~|null|Null|NULL)?$/;

/** A message on a value of the wrong type, with the expected type; `undefined` for null, which counts as absent. */
function wrongType(
  name: string,
  node: unknown,
  { mustBeText, takesScalars, mustBeMap = {} }: MendedKeys,
): string | undefined {
  if (isNull(node)) return undefined;
  const kind = serdeKind(node);
  if (mustBeText.includes(name) && !kind.startsWith("string") && !(takesScalars && isScalar(node)))
    return `${kind}, expected a string`;
  return Object.hasOwn(mustBeMap, name) && isScalar(node) ? `${kind}, expected struct ${mustBeMap[name]}` : undefined;
}

function serdeKind(node: unknown): string {
  if (isSeq(node)) return "sequence";
  if (!isScalar(node)) return "map";
  const text = String(node.value ?? "");
  const type = isPlain(node) ? typeOf(text) : undefined;
  return type ? `${type} \`${text}\`` : `string ${JSON.stringify(text)}`;
}

/** A comment is only looked for at the first of a run of blanks, because otherwise a long run takes quadratic time. */
const keyLine = /^(\s*[\w-]+:[ \t]+)(\S.*?)((?<![ \t])[ \t]+#.*)?\r?$/;
const blockScalar = /^[|>][-+\d]*$/;

/** Whether YAML would not read a value as plain text: with a key in it, a special character at its beginning, or brackets that are none of YAML's. */
function isProse(value: string): boolean {
  return /:\s|^[@`]/.test(value) || (/^[[{]/.test(value) && parsedAsRust(value).problem !== undefined);
}

/**
 * YAML with quotes around plain values that contain a colon or begin with a special character, one line each. Quoted values, block scalars
 * and comments stay.
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
      if (key === undefined || value === undefined || /^["'|>]/.test(value) || !isProse(value)) return line;
      return `${key}'${value.replaceAll("'", "''")}'${comment}`;
    })
    .join("\n");
}

function isList(value: string): boolean {
  if (!/^\[[\s\S]*\]$/.test(value)) return false;
  const { parsed, problem } = parsedAsRust(value);
  return !problem && isSeq(parsed.document?.contents);
}

const signedValue = /^([a-zA-Z_-]+):\s+(.+)$/;
const signs = /[{}[\]*&#!|>%@`]|: /;

/**
 * YAML with quotes around each value that is on one line with its key, contains a special character of YAML and is neither quoted nor a
 * list.
 */
function quoteSigns(yaml: string): string {
  return yaml
    .split("\n")
    .map((line) => {
      const [, key, value = ""] = signedValue.exec(line) ?? [];
      if (key === undefined || /^"[\s\S]*"$|^'[\s\S]*'$/.test(value) || !signs.test(value) || isList(value))
        return line;
      return `${key}: "${value.replace(/[\\"]/g, "\\$&")}"`;
    })
    .join("\n");
}
