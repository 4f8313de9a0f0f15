import { isObject, parseJsonObject, parseLooseJson } from "#lib/harness/go/json.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { FileWrite, Launch, Session } from "#lib/harness/vocabulary/session.ts";
import type { OffList, StateSetting, States } from "#lib/harness/vocabulary/states.ts";
import { type Files, readText } from "#lib/vfs/files.ts";

/** Every skill is on whose name is not on the list. */
export function readOffList(rules: OffList, { files, place, discovery }: Launch): States {
  const off = namesIn(rules, readText(files, placePath(place, rules.file)) ?? "{}") ?? [];
  return new Map(discovery.skills.map(({ name, location }) => [location, off.includes(name) ? "off" : "on"]));
}

/** The names on the list; `undefined` where the file holds none: then nothing is off. */
function namesIn({ key }: OffList, text: string): readonly string[] | undefined {
  const object = parseLooseJson(text);
  if (!object) return undefined;
  const list = Object.hasOwn(object, key) ? object[key] : [];
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : undefined;
}

/** A file that the harness passes over. */
export function offListNotices(rules: OffList, files: Files, place: Place): readonly Notice[] {
  const path = placePath(place, rules.file);
  const text = readText(files, path);
  if (text === undefined || namesIn(rules, text)) return [];
  const detail = parseLooseJson(text) ? `${rules.key} must be a list of names` : "not a JSON object";
  return [{ code: "state-file-ignored", severity: "warning", path, line: 1, data: { detail } }];
}

/** Its other settings stay. `undefined` for a file with comments, which would go, or one that is no JSON. */
export function setInOffList(
  rules: OffList,
  { files, place }: Session,
  { skill: { name }, state }: StateSetting,
): FileWrite | undefined {
  const path = placePath(place, rules.file);
  const text = readText(files, path) ?? "{}";
  const object = parseJsonObject(text);
  if (!isObject(object)) return undefined;
  const others = (namesIn(rules, text) ?? []).filter((each) => each !== name);
  const list = state === "off" ? [...others, name] : others;
  return { path, text: `${JSON.stringify({ ...object, [rules.key]: list }, null, 2)}\n` };
}
