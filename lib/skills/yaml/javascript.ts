import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import { memoObject, memoText } from "#lib/memo.ts";
import type { Field, Fields, FieldsResult, FieldValue } from "../frontmatter.ts";
import {
  type AliasTargets,
  aliasTarget,
  isMergeKey,
  mergedMaps,
  mergeWantsMaps,
  resolveAliases,
  withMerged,
} from "./aliases.ts";
import { withoutBlankTabs, withUsualIndents } from "./block-blanks.ts";
import { type JavaScriptReader, readScalar } from "./javascript-scalars.ts";
import { type Pair, readCollection, repeatedKey } from "./nodes.ts";
import { keyRefusal, unprintable } from "./parse-go-yaml.ts";
import { nodesIn, type ParsedYaml, parseYaml } from "./parse-yaml.ts";
import { readSimpleLines } from "./simple-lines.ts";

/** How a harness written in JavaScript, or in Python, reads YAML. */
export interface JavaScriptYaml {
  readonly reader: JavaScriptReader;
  /**
   * What the harness tries if the package fails. `two-lines`: the lines that begin with `name:` and `description:`, the latter with what is
   * indented below it; tried also if one of the two fields is not text. `simple-lines`: lines `key: value`, tried also if the YAML is no
   * mapping, see `simple-lines.ts`. `colons-in-blocks`, `colons-in-quotes`: the same YAML, with each value that contains a colon as a block scalar, or
   * in double quotes.
   */
  readonly orElse?: "two-lines" | "simple-lines" | "colons-in-blocks" | "colons-in-quotes";
  /** Keys whose values count as the texts that JavaScript prints for them. */
  readonly printed?: readonly string[];
}

/** Reads YAML as the configured package does. A number, a bool or a date is not `text`. Never throws. */
export function readJavaScriptYaml(yaml: string, rules: JavaScriptYaml): FieldsResult {
  if (rules.printed) return withPrinted(readEither(yaml, rules), rules.printed);
  return readEither(yaml, rules);
}

function readEither(yaml: string, rules: JavaScriptYaml): FieldsResult {
  const first = readOnce(yaml, rules);
  if (rules.orElse === "simple-lines")
    return first.kind === "fields" ? first : { kind: "fields", fields: readSimpleLines(yaml) };
  if (rules.orElse?.startsWith("colons"))
    return first.kind === "bad-yaml" ? readOnce(withColons(yaml, rules.orElse), rules) : first;
  if (rules.orElse === undefined || isNamed(first)) return first;
  return readTwoLines(yaml) ?? withoutUnnamed(first);
}

function readOnce(yaml: string, { reader }: JavaScriptYaml): FieldsResult {
  const isOld = reader === "js-yaml-3";
  const isStrict = reader.startsWith("js-yaml");
  // js-yaml ends the last line, so that blanks there are a line, too.
  const ended = isStrict ? yaml.replace(/\n +$/, "$&\n") : yaml;
  // Version 3 is given the line break behind the fence, too, so that a byte order mark is part of the key: the parser here passes over one.
  const written = parseYaml(isOld ? ended.replace(/^\ufeff/, "$&$&") : ended);
  return readingOf(written.problem && isStrict ? parseYaml(asStrictYaml(yaml, isOld)) : written)(reader);
}

/** Cached by parse result and package: a dozen harnesses read a file in the same way. */
const readingOf = memoObject((parsed: ParsedYaml) =>
  memoText(4, (reader: JavaScriptReader) => readParsed(parsed, reader)),
);

/**
 * YAML that js-yaml reads, as the parser used here does: tabs in a line of blanks are nothing, and quoted text may go on at the margin. In version 3 tabs do not indent, either, and a
 * key may follow in the line of a value, or of a key behind `?`, in quotes or brackets.
 */
function asStrictYaml(yaml: string, isOld: boolean): string {
  const bare = withUsualIndents(withoutBlankTabs(yaml, isOld));
  if (!isOld) return bare;
  const split = (text: string) => text.replace(keyBehindValue, "$&\n$1$2");
  return split(split(bare));
}

const valueInQuotes =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|\[(?:[^[\]\n]|\[[^[\]\n]*\])*\]|\{(?:[^{}\n]|\{[^{}\n]*\})*\}/.source;
/** The second part, twice before the key, keeps a line of it from being a document's end. */
const keyBehindValue = new RegExp(
  `^( *)(?:[^\\s:"'#-][^:\\n]*:|\\?)[ \\t]+(?:[&!]\\S*[ \\t]+)*(?:(?:${valueInQuotes})[ \\t]*(?=\\?|(--|\\.\\.)?[^\\s,#:].*:(?:\\s|$))|(?=\\?(?:\\s|$)))`,
  "gm",
);

function readParsed(parsed: ParsedYaml, reader: JavaScriptReader): FieldsResult {
  const { document, lineAt } = parsed;
  const aliases = document && resolveAliases(document);
  const targets: AliasTargets = aliases?.kind === "known" ? aliases.targets : new Map();
  const problem = problemOf(parsed, reader) ?? refusalOf(parsed, reader, targets);
  if (problem) return { kind: "bad-yaml", message: problem.message, line: problem.line };
  if (aliases?.kind === "faulty") return { kind: "bad-yaml", message: aliases.message, line: 1 };
  const contents = document && aliasTarget(document.contents as Node | null, targets);
  if (!isMap(contents)) return { kind: "no-mapping" };
  const scalarOf = (node: Node | null | undefined) =>
    isScalar(node) ? readScalar(node, reader, parsed.text) : ({ kind: "null" } as const);
  const textOf = (written: Node | null) => {
    const node = aliasTarget(written, targets);
    const value = scalarOf(node);
    return isScalar(node) ? ("text" in value ? value.text : "") : undefined;
  };
  // A list behind an alias has no text: a few lines of these could stand for more than fits into memory.
  const itemOf = (item: Node | null): string | undefined => {
    if (!isSeq(item)) return textOf(item);
    const written = (item.items as Node[]).filter((item) => !isScalar(item) || scalarOf(item).kind !== "null");
    const items = written.map(itemOf);
    return items.includes(undefined) ? undefined : items.join(",");
  };
  const maps = (withMerged(contents, targets, (pair) => mergedBy(pair, reader, targets)) ?? []).toReversed();
  const isOwn = ({ key }: Pair) => !isMerge(key, reader);
  const fieldOf = ({ key, value }: Pair): [string, Field] => {
    const target = aliasTarget(value, targets);
    const read = readCollection(target, isSeq(target) ? itemOf : textOf, keyText) ?? scalarOf(target);
    return [keyText(key), { value: read, line: lineAt(key?.range?.[0] ?? 0) }];
  };
  const fields = new Map(maps.flatMap(({ items }) => (items as Pair[]).filter(isOwn).map(fieldOf)));
  return { kind: "fields", fields };
}

function keyText(key: Node | null): string {
  return isScalar(key) ? String(key.value ?? "") : "";
}

/** The first error of the parser used here that is one for the package, too: to all but one a comment may follow a value without a blank. */
function problemOf({ document, problem, lineAt }: ParsedYaml, reader: JavaScriptReader): Refusal | undefined {
  if (reader === "yaml" || !problem?.message.startsWith("Comments must")) return problem;
  const other = document?.errors.find(({ message }) => !message.startsWith("Comments must"));
  return other && { message: other.message, line: lineAt(other.pos[0]) };
}

interface Refusal {
  readonly message: string;
  readonly line: number;
}

/** Matches a line that is neither a directive nor blank. */
const content = /^(?!%|[^\S\n]*$)/m;

/** Errors that the package reports and the parser used here does not. */
function refusalOf(parsed: ParsedYaml, reader: JavaScriptReader, targets: AliasTargets): Refusal | undefined {
  const { document, hasMore, lineAt } = parsed;
  if (hasMore) return { message: "Source contains multiple documents", line: 1 };
  if (parsed.text.startsWith("%") && !content.test(parsed.text))
    return { message: "Missing directives-end indicator line", line: 1 };
  if (reader.startsWith("js-yaml") && unprintable.test(parsed.text))
    return { message: "the stream contains non-printable characters", line: 1 };
  if (!document) return undefined;
  const reading = { text: parsed.text, reader, targets };
  for (const node of nodesIn(document)) {
    const line = lineAt(node.range?.[0] ?? 0);
    const problem = isMap(node) && mapProblem(node, reading);
    if (problem) return { message: problem.message, line: lineAt(problem.key.range?.[0] ?? 0) };
    if (reader !== "yaml" && !isAlias(node) && node.tag && node.tag !== "!" && !isFitting(node, node.tag, reading))
      return { message: `unknown tag !<${node.tag}>`, line };
  }
  return undefined;
}

interface Reading {
  readonly text: string;
  readonly reader: JavaScriptReader;
  readonly targets: AliasTargets;
}

/** A key that the package refuses: one that is repeated, or, for js-yaml, not written as a key of a block, a list of lists, or of what is no map. */
function mapProblem(map: YAMLMap, reading: Reading) {
  const { text, reader, targets } = reading;
  const isStrict = reader.startsWith("js-yaml");
  const message = !map.flow && isStrict ? keyRefusal(map, text) : undefined;
  if (message) return { key: map, message };
  const isWrong = (pair: Pair) => !mergedBy(pair, reader, targets) || (isSeq(pair.key) && pair.key.items.some(isSeq));
  if (isStrict && (map.items as Pair[]).some(isWrong)) return { key: map, message: mergeWantsMaps };
  const repeated = repeatedKey(map, (key) => identityOf(key, reading));
  return repeated && { key: repeated, message: "Map keys must be unique" };
}

/** Whether a key merges maps: to the package `yaml` by its tag alone. */
function isMerge(key: Node | null, reader: JavaScriptReader): boolean {
  return isMergeKey(key) && (reader !== "yaml" || key.tag !== undefined);
}

/** The maps that a pair merges, one or a list of them, which may stand elsewhere; `undefined` if it merges anything else. */
function mergedBy({ key, value }: Pair, reader: JavaScriptReader, targets: AliasTargets) {
  return isMerge(key, reader) ? mergedMaps(aliasTarget(value, targets) ?? null, targets) : [];
}

/** Equal for keys that are one: to the package `yaml` a scalar's type and value, to others the text that is printed. */
function identityOf(written: Node | null, reading: Reading): string | undefined {
  const { text, reader, targets } = reading;
  if (isMerge(written, reader)) return undefined;
  if (reader === "yaml") {
    const value = isScalar(written) ? readScalar(written, reader, text) : undefined;
    // What is no number equals nothing.
    return value?.kind === "other" && value.text === "NaN" ? undefined : JSON.stringify(value);
  }
  const key = aliasTarget(written, targets);
  if (isSeq(key)) return (key.items as Node[]).map((item) => identityOf(item, reading)).join();
  if (!isScalar(key)) return "[object Object]";
  const value = readScalar(key, reader, text);
  return "text" in value ? value.text : "null";
}

/** Whether the package knows a tag, and the value is one of that type. */
function isFitting(node: Node, tag: string, { text, reader }: Reading): boolean {
  const name = tag.replace("tag:yaml.org,2002:", "");
  if (!isScalar(node)) return /^(?:seq|map|omap|pairs|set)$/.test(name);
  return name === "str" || isMergeKey(node) || (name !== tag && readScalar(node, reader, text).kind !== "text");
}

const twoFields = ["name", "description"] as const;

/** Whether name and description are both there as texts. */
function isNamed(result: FieldsResult): boolean {
  return result.kind === "fields" && twoFields.every((key) => result.fields.get(key)?.value.kind === "text");
}

/** The fields without name and description, unless both are texts. */
function withoutUnnamed(result: FieldsResult): FieldsResult {
  if (result.kind !== "fields") return result;
  const fields = new Map(result.fields);
  for (const key of twoFields) if (fields.get(key)?.value.kind !== "text") fields.delete(key);
  return { kind: "fields", fields };
}

/** Rewrites YAML as OpenCode and Kilo do where people have forgotten quotes. */
function withColons(yaml: string, how: JavaScriptYaml["orElse"]): string {
  const lines = yaml.replace(/\r$/, "").split(/\r?\n/);
  const rewritten = lines.map((line) => {
    const [, key, written = ""] = /^([a-zA-Z_]\w*)\s*:\s*(.*)$/.exec(line) ?? [];
    const value = written.trim();
    if (key === undefined || !value.includes(":") || /^["']/.test(value)) return line;
    return how === "colons-in-quotes" ? `${key}: "${value.replace(/[\\"]/g, "\\$&")}"` : `${key}: |-\n  ${value}`;
  });
  return rewritten.join("\n");
}

/** A map is not printed as text here, nor is a list that contains one: both stay as they are. */
function withPrinted(result: FieldsResult, keys: readonly string[]): FieldsResult {
  if (result.kind !== "fields") return result;
  const printed = ([key, field]: readonly [string, Field]) => {
    const text = keys.includes(key) ? printedText(field.value) : undefined;
    return [key, text === undefined ? field : { ...field, value: { kind: "text", text } as const }] as const;
  };
  return { kind: "fields", fields: new Map([...result.fields].map(printed)) };
}

function printedText(value: FieldValue): string | undefined {
  if (value.kind === "other") return value.text;
  if (value.kind !== "list" || value.items.includes(undefined)) return undefined;
  return value.items.join(",");
}

/** Name and description read from two lines; `undefined` if one of them is missing. */
function readTwoLines(yaml: string): FieldsResult | undefined {
  const fields = new Map<string, Field>();
  const lines = yaml.split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const [, key = "", value = ""] = /^\s*(name|description):\s*(.*)$/.exec(lines[index] ?? "") ?? [];
    if (key === "") continue;
    const line = index + 1;
    const parts = [value.trim()];
    while (key === "description" && /^[ \t]+\S/.test(lines[index + 1] ?? "")) parts.push((lines[++index] ?? "").trim());
    fields.set(key, { value: { kind: "text", text: parts.filter(Boolean).join(" ") }, line });
  }
  return fields.size === twoFields.length ? { kind: "fields", fields: fields as Fields } : undefined;
}
