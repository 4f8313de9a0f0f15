import { type Document, isMap, isScalar, type Pair, parseDocument } from "yaml";
import { parseBounded } from "#lib/skills/yaml/parse-bounded.ts";
import { nodesIn } from "#lib/skills/yaml/parse-yaml.ts";
import { createTextCache } from "#lib/skills/yaml/text-cache.ts";
import { isObject } from "./json.ts";

/** A settings file as its harness sees it: keys in lower case at every level, `a.b` for `b` in `a`. */
export interface Settings {
  readonly [key: string]: unknown;
}

/** A file may name thousands of skills; one beyond these limits counts as malformed. */
const limits = { parts: 20_000, depth: 64 };
const maxLength = 256 * 1024;

/** Each look at a tree reads the same settings several times. */
const cache = createTextCache<Settings | undefined>(1_000_000);

/**
 * The mapping in a YAML text, empty for an empty text; `undefined` if the text is malformed, exceeds the limits or has another value. The
 * result is shared.
 */
export function parseSettings(text: string): Settings | undefined {
  return text.length > maxLength ? undefined : cache.get(text, readSettings);
}

function readSettings(text: string): Settings | undefined {
  // The package's own check for repeated keys compares each key with every other.
  const parsed = parseBounded(text, limits, { logLevel: "silent", prettyErrors: false, uniqueKeys: false });
  if (!parsed || parsed.hasMore) return undefined;
  const { document } = parsed;
  if (!document) return {};
  if (document.errors.length > 0 || hasTwins(document)) return undefined;
  const value = plainValue(document);
  if (value === null) return {};
  return isObject(value) ? (lowerKeys(value) as Settings) : undefined;
}

function hasTwins(document: Document): boolean {
  for (const node of nodesIn(document)) {
    if (!isMap(node)) continue;
    const keys = (node.items as Pair[]).flatMap(({ key }) => (isScalar(key) ? [key.value] : []));
    if (new Set(keys).size < keys.length) return true;
  }
  return false;
}

/** `undefined` if an alias has no anchor, or aliases would expand too much: the package throws for both. */
function plainValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (refusal) {
    if (refusal instanceof ReferenceError) return undefined;
    throw refusal;
  }
}

function lowerKeys(value: unknown): unknown {
  if (!isObject(value)) return value;
  let lowered: Settings = {};
  for (const [key, each] of Object.entries(value)) lowered = mergeSettings(lowered, nested(key.toLowerCase(), each));
  return lowered;
}

function nested(key: string, value: unknown): Settings {
  const dot = key.indexOf(".");
  return dot < 0 ? { [key]: lowerKeys(value) } : { [key.slice(0, dot)]: nested(key.slice(dot + 1), value) };
}

/** Merges `above` over `below`: mappings are merged key by key; any other value replaces the lower one, unless that is a mapping. */
export function mergeSettings(below: Settings, above: Settings): Settings {
  const merged: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const known = Object.hasOwn(below, key) ? below[key] : undefined;
    if (isObject(known)) merged[key] = isObject(value) ? mergeSettings(known, value) : known;
    else merged[key] = value;
  }
  return merged;
}

/** Sets keys of a top-level section; everything else stays as it is written, including comments. */
export function editYaml(text: string, section: string, values: Readonly<Record<string, unknown>>): string {
  const document = parseDocument(parseSettings(text) ? text : "{}\n", { logLevel: "silent" });
  // The harness cannot read such a file either, so it is replaced.
  if (!isMap(document.contents)) return editYaml("{}\n", section, values);
  if (!isMap(document.get(section))) document.set(section, document.createNode({}));
  for (const [key, value] of Object.entries(values)) document.setIn([section, key], document.createNode(value));
  if (isMap(document.contents)) document.contents.flow = false;
  return document.toString();
}
