import { readBlockScalar, readInlineScalar, readPlainScalar, type SimpleScalar } from "./simple-scalars.ts";
import { createTextCache } from "./text-cache.ts";

/** A top-level field of simple YAML. */
export interface SimpleEntry {
  readonly key: string;
  /** 1-based. */
  readonly line: number;
  readonly value: SimpleValue;
  /** In which the value begins. */
  readonly valueLine: number;
}

export type SimpleValue =
  | ({ readonly kind: "scalar" } & SimpleScalar)
  | { readonly kind: "none" }
  | { readonly kind: "list"; readonly items: readonly string[]; readonly isFlow: boolean }
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, string> };

/** The dialects of all harnesses ask for the same few thousand texts, a file's one after another. */
const cache = createTextCache<readonly SimpleEntry[] | undefined>(2_000_000);

/** Beyond it nobody wrote the fields by hand; linear as it is, reading them would hold up the page. */
const maxSimpleLength = 1_000_000;

/**
 * Reads the YAML that nearly all frontmatter is made of, in which every loader sees the same: fields one below
 * the other with a text in one line or several, quoted or as a block, a list or one more level of fields.
 * `undefined` for anything else, be it only unusual: the `yaml` package then decides, at fifty times the cost.
 * Takes time in proportion to the text.
 */
export function readSimpleYaml(yaml: string): readonly SimpleEntry[] | undefined {
  if (yaml.length > maxSimpleLength) return undefined;
  return cache.get(yaml, readEntries);
}

/** Control characters, tabs and what is white space or a line break to some loaders and not to others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what loaders disagree on
const unusual = /[\0-\t\v-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/;

function readEntries(yaml: string): readonly SimpleEntry[] | undefined {
  const text = yaml.includes("\r") ? yaml.replace(/\r\n?/g, "\n") : yaml;
  if (unusual.test(text)) return undefined;
  const lines = text.split("\n");
  const entries = new Map<string, SimpleEntry>();
  for (let at = 0; at < lines.length; ) {
    const next = isBetween(lines[at] ?? "") ? at + 1 : readEntry(lines, at, entries);
    if (next === undefined) return undefined;
    at = next;
  }
  return entries.size > 0 ? [...entries.values()] : undefined;
}

function isBetween(line: string): boolean {
  return line === "" || line.startsWith("#");
}

/** Adds the field that begins in this line. The index of the line below it; `undefined` if it is not simple. */
function readEntry(lines: Lines, at: number, entries: Map<string, SimpleEntry>): number | undefined {
  const [, key = "", rest = ""] = field.exec(lines[at] ?? "") ?? [];
  const found = isSimpleKey(key, entries) ? readValue(rest, lines, at + 1) : undefined;
  if (!found) return undefined;
  const valueLine = rest === "" && found.value.kind !== "none" ? at + 2 : at + 1;
  entries.set(key, { key, line: at + 1, value: found.value, valueLine });
  return found.next;
}

const field = /^([A-Za-z_][\w-]{0,99}):(?: +(.*))?$/;

/** Null as a key, and a repeated one, mean something else in each dialect. */
function isSimpleKey(key: string, known: ReadonlyMap<string, unknown>): boolean {
  return key !== "" && !known.has(key) && key.toLowerCase() !== "null";
}

interface Found {
  readonly value: SimpleValue;
  /** Index of the line below it. */
  readonly next: number;
}

type Lines = readonly string[];

/** @param rest What stands behind the key. @param at Index of the line below it. */
function readValue(rest: string, lines: Lines, at: number): Found | undefined {
  if (rest === "") return readBelow(lines, at);
  const first = rest[0];
  if (first === "[") return readFlowList(rest, at);
  if (first === "|" || first === ">") return asValue(readBlockScalar(rest, lines, at));
  if (first === '"' || first === "'") return asFound(readInlineScalar(rest), at);
  return asValue(readPlainScalar(rest, lines, at));
}

function asValue(read: { readonly scalar: SimpleScalar; readonly next: number } | undefined): Found | undefined {
  return read && asFound(read.scalar, read.next);
}

function asFound(scalar: SimpleScalar | undefined, next: number): Found | undefined {
  return scalar && { value: { kind: "scalar", ...scalar }, next };
}

/** The value of a key with nothing behind it in its line. */
function readBelow(lines: Lines, at: number): Found | undefined {
  const line = lines[at] ?? "";
  if (line.startsWith("- ")) return readList("", lines, at);
  if (!line.startsWith(" ")) return { value: { kind: "none" }, next: at };
  const [indent = ""] = /^ */.exec(line) ?? [];
  const body = line.slice(indent.length);
  if (body.startsWith("- ")) return readList(indent, lines, at);
  if (field.test(body)) return readMap(indent, lines, at);
  return asValue(readPlainScalar(body, lines, at + 1));
}

function readList(indent: string, lines: Lines, at: number): Found | undefined {
  const items: string[] = [];
  let next = at;
  for (; (lines[next] ?? "").startsWith(`${indent}- `); next++) {
    const item = readInlineScalar((lines[next] ?? "").slice(indent.length + 2));
    if (!item || (item.isPlain && isNullWord(item.text))) return undefined;
    items.push(item.text);
  }
  return ended({ value: { kind: "list", items, isFlow: false }, next }, lines);
}

function readMap(indent: string, lines: Lines, at: number): Found | undefined {
  const entries = new Map<string, string>();
  let next = at;
  for (; (lines[next] ?? "").startsWith(indent); next++) {
    const [, key = "", rest = ""] = field.exec((lines[next] ?? "").slice(indent.length)) ?? [];
    const scalar = isSimpleKey(key, entries) ? readInlineScalar(rest) : undefined;
    if (!scalar) return undefined;
    entries.set(key, scalar.text);
  }
  return ended({ value: { kind: "map", entries }, next }, lines);
}

/** Whatever is indented below would belong to the list or map. */
function ended(found: Found, lines: Lines): Found | undefined {
  return (lines[found.next] ?? "").startsWith(" ") ? undefined : found;
}

/** Some loaders leave such an item out. */
function isNullWord(text: string): boolean {
  return text === "" || text === "~" || text.toLowerCase() === "null";
}

const flowItem = /^[A-Za-z_][\w.-]*(?:\([\w:*.-]*\))?$/;

function readFlowList(text: string, next: number): Found | undefined {
  const [, inner] = /^\[([^[\]{}"'#]*)\] *$/.exec(text) ?? [];
  if (inner === undefined) return undefined;
  const items = inner.trim() === "" ? [] : inner.split(",").map((item) => item.trim());
  return items.every((item) => flowItem.test(item) && !isNullWord(item))
    ? { value: { kind: "list", items, isFlow: true }, next }
    : undefined;
}
