import { goField, goJsonText, isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { FileWrite, Launch, Session } from "#lib/harness/vocabulary/session.ts";
import type { StateRules, StateSetting, States } from "#lib/harness/vocabulary/states.ts";
import { type Files, readText } from "#lib/vfs/files.ts";

type Switches = Extract<StateRules, { kind: "switches" }>;

/** Every skill is on that the file does not turn off. */
export function readSwitches(rules: Switches, { files, place, discovery }: Launch): States {
  const switches = readSwitchFile(rules, files, place);
  return new Map(discovery.skills.map(({ name, location }) => [location, switches.get(name) === false ? "off" : "on"]));
}

/** What the state file says, of skills that are gone too. Empty when it is missing or ignored. */
export function readSwitchFile(rules: Switches, files: Files, place: Place): ReadonlyMap<string, boolean> {
  const text = readText(files, placePath(place, rules.file));
  return (text === undefined ? undefined : parseSwitches(text, rules)) ?? new Map();
}

/** `undefined` for what the harness cannot decode: malformed JSON, or anything but true and false. */
function parseSwitches(text: string, { key }: Switches): ReadonlyMap<string, boolean> | undefined {
  const object = parseJsonObject(text);
  const map = object && (goField(object, key) ?? {});
  if (!isObject(map)) return undefined;
  const entries = Object.entries(map);
  return entries.every((entry): entry is [string, boolean] => typeof entry[1] === "boolean")
    ? new Map(entries)
    : undefined;
}

/** The harness ignores a broken file in silence: every skill is then on. */
export function switchNotices(rules: Switches, files: Files, place: Place): readonly Notice[] {
  const path = placePath(place, rules.file);
  const text = readText(files, path);
  if (text === undefined || parseSwitches(text, rules)) return [];
  const detail = parseJsonObject(text) ? `${rules.key} must hold true and false only` : "not a JSON object";
  return [{ code: "state-file-ignored", severity: "warning", path, line: 1, data: { detail } }];
}

/** The harness writes nothing but the switches. Those of skills that are gone stay. */
export function setSwitch(rules: Switches, { files, place }: Session, { skill, state }: StateSetting): FileWrite {
  const entries = new Map(readSwitchFile(rules, files, place)).set(skill.name, state !== "off");
  const text = `${goJsonText({ [rules.key]: Object.fromEntries(entries) })}\n`;
  return { path: placePath(place, rules.file), text };
}
