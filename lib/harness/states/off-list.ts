import {
  isObject,
  type JsonObject,
  laidOver,
  parseCommentedJson,
  parseJsonObject,
  parseLooseJson,
  parseShaped,
  valueBelow,
} from "#lib/harness/go/json.ts";
import type { DenyRules } from "#lib/harness/vocabulary/activation.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { FileWrite, Launch, Session } from "#lib/harness/vocabulary/session.ts";
import type { FeatureOff, OffList, SkillState, StateSetting, States } from "#lib/harness/vocabulary/states.ts";
import { misshapen } from "#lib/skills/json-shape.ts";
import { type Files, readText } from "#lib/vfs/files.ts";

/** Every skill is on unless its name is on one of the lists. */
export function readOffList(rules: OffList, { files, place, discovery }: Launch): States {
  const isOff = offIn(rules, { files, place });
  return new Map(discovery.skills.map(({ name, location }) => [location, isOff(name) ? "off" : "on"]));
}

/** Tells whether the lists turn a name off. They are read here, once for all names. */
export function offIn(rules: OffList, session: Pick<Session, "files" | "place">): (name: string) => boolean {
  const isListed = isNamedAt(rules, rules.keys, session);
  const isByDefault = offByDefault(rules, session);
  return (name) => isListed(name) || isByDefault(name);
}

/** Tells whether a name is off as long as no list turns it on. */
function offByDefault(rules: OffList, session: Pick<Session, "files" | "place">): (name: string) => boolean {
  if (!rules.byDefault) return () => false;
  const isOff = isNamedAt(rules, rules.byDefault.off, session);
  const isOn = isNamedAt(rules, rules.byDefault.on, session);
  return (name) => isOff(name) && !isOn(name);
}

function isNamedAt(rules: OffList, keys: OffList["keys"], session: Pick<Session, "files" | "place">) {
  const listed = new Set(listedIn({ ...rules, keys }, session).map((each) => keyOfListed(rules, each)));
  return (name: string) => listed.has(keyOfName(rules, name));
}

/** The file whose switch turns all skills off; `undefined` if they are on. */
export function whyAllAreOff(
  { files: all, feature }: OffList,
  { files, place }: Pick<Session, "files" | "place">,
): Extract<FeatureOff, { kind: "setting" }> | undefined {
  if (!feature) return undefined;
  const told = pathsOf({ files: all }, place).flatMap((path) => {
    const isOn = valueBelow(parseLooseJson(readText(files, path) ?? "{}"), feature, []);
    // It takes a number or a text for what is meant by it, and null for nothing said.
    return Array.isArray(isOn) ? [] : [{ path, isOn: !/^(?:false|0|)$/i.test(String(isOn)) }];
  });
  const last = told.at(-1);
  return last && !last.isOn ? { kind: "setting", path: last.path, key: feature.join(".") } : undefined;
}

/** The texts in the lists of all files. */
export function listedIn(
  rules: Pick<OffList, "files"> & ListKeys,
  { files, place }: Pick<Session, "files" | "place">,
): readonly string[] {
  const texts = pathsOf(rules, place).map((path) => readText(files, path) ?? "{}");
  const { over } = rules;
  const together = () =>
    JSON.stringify(
      texts
        .map((text) => parseLooseJson(text) ?? {})
        .reduce<unknown>((below, above) => laidOver(below, above, over), over),
    );
  return (over ? [together()] : texts).flatMap((text) => namesIn(rules, text) ?? []);
}

function pathsOf({ files }: Pick<OffList, "files">, place: Place): readonly string[] {
  return files.map((file) => placePath(place, file));
}

/** What an entry of a list and a name are compared by. */
function keyOfListed(rules: OffList, listed: string): string {
  return keyOfName(rules, rules.anyCase === "trimmed" ? listed.trim() : listed);
}

function keyOfName({ anyCase }: OffList, name: string): string {
  return anyCase ? name.toLowerCase() : name;
}

type ListKeys = Pick<OffList, "keys" | "otherKey" | "over" | "checked" | "noLastComma"> &
  Partial<Pick<DenyRules, "shape">>;

/** The names on the list; `undefined` if the file has no valid list: then nothing is off. */
function namesIn(
  { keys, otherKey, over, checked = {}, noLastComma, shape }: ListKeys,
  text: string,
): readonly string[] | undefined {
  const parse = noLastComma ? parseCommentedJson : parseLooseJson;
  const object = shape ? parseShaped(text, shape) : parse(text);
  if (!object || misshapen(object, checked) !== undefined) return undefined;
  const other = otherKey !== undefined && Object.hasOwn(object, otherKey);
  const list = valueBelow(object, other ? [otherKey] : keys, []);
  if (over && typeof list === "string") return [list];
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : undefined;
}

/** Findings about files that the harness ignores. */
export function offListNotices(rules: OffList, files: Files, place: Place): readonly Notice[] {
  return pathsOf(rules, place).flatMap((path) => {
    const text = readText(files, path);
    if (text === undefined || namesIn(rules, text)) return [];
    const detail = parseLooseJson(text) ? `${rules.keys.join(".")} must be a list of names` : "not a JSON object";
    return [{ code: "state-file-ignored", severity: "warning", path, line: 1, data: { detail } } as const];
  });
}

/**
 * Adds a name to the first file's list, or removes it from all. Other settings stay. `undefined` if one of the files has comments, which
 * would be lost, or is not valid JSON.
 */
export function setInOffList(
  rules: OffList,
  { files, place }: Session,
  { skill: { name }, state }: StateSetting,
): readonly FileWrite[] | undefined {
  // No list turns one skill on while all are off.
  if (whyAllAreOff(rules, { files, place })) return undefined;
  const changes = changesFor(rules, { files, place }, { name, state });
  const writes: FileWrite[] = [];
  for (const [index, path] of pathsOf(rules, place).entries()) {
    const text = readText(files, path) ?? "{}";
    const lists = changes.flatMap(({ keys, isOfFirst, change }) => {
      const names = namesIn({ ...rules, keys }, text) ?? [];
      const list = change(names);
      return list.length === names.length || (isOfFirst && index > 0) ? [] : [{ keys, list }];
    });
    if (lists.length === 0) continue;
    const object = parseJsonObject(text);
    if (!object) return undefined;
    const written = lists.reduce((under, { keys, list }) => withValue(under, keys, list), object);
    writes.push({ path, text: `${JSON.stringify(written, null, 2)}\n` });
  }
  return writes;
}

interface ListChange {
  readonly keys: readonly string[];
  /** Only in the first file. */
  readonly isOfFirst: boolean;
  readonly change: (names: readonly string[]) => readonly string[];
}

function changesFor(
  rules: OffList,
  session: Pick<Session, "files" | "place">,
  { name, state }: { name: string; state: SkillState },
): readonly ListChange[] {
  const isOther = (each: string) => keyOfListed(rules, each) !== keyOfName(rules, name);
  const add = (keys: readonly string[]): ListChange => ({
    keys,
    isOfFirst: true,
    change: (names) => [...names.filter(isOther), name],
  });
  if (state === "off") return [add(rules.keys)];
  const { keys, byDefault } = rules;
  return [
    { keys, isOfFirst: false, change: (names) => names.filter(isOther) },
    ...(byDefault && offByDefault(rules, session)(name) ? [add(byDefault.on)] : []),
  ];
}

function withValue(object: JsonObject, [key = "", ...deeper]: readonly string[], value: unknown): JsonObject {
  if (deeper.length === 0) return { ...object, [key]: value };
  const inner = object[key];
  return { ...object, [key]: withValue(isObject(inner) ? inner : {}, deeper, value) };
}
