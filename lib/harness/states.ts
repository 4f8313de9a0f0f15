import type { Notice } from "#lib/skills/notice.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { goMapText, isObject, parseJsonObject } from "./go-json.ts";
import type { Discovery, LineResult, Place, Session, SkillState } from "./model.ts";
import type { Profile, StateRules } from "./profile.ts";
import { placePath } from "./roots.ts";
import { fillTemplate } from "./template.ts";

type Switches = Extract<StateRules, { kind: "switches" }>;

/** The state of each loaded skill by its name, read from the harness's own state file. */
export function readStates(
  profile: Profile,
  files: Files,
  place: Place,
  discovery: Discovery,
): ReadonlyMap<string, SkillState> {
  const switches = readSwitches(profile, files, place);
  return new Map(discovery.skills.map(({ name }) => [name, switches.get(name) === false ? "off" : "on"]));
}

/** What the state file says, of skills that are gone too. Empty when it is missing or ignored. */
export function readSwitches(profile: Profile, files: Files, place: Place): ReadonlyMap<string, boolean> {
  const { states } = profile;
  if (states.kind === "none") return new Map();
  const text = readText(files, placePath(place, states.file));
  return (text === undefined ? undefined : parseSwitches(text, states)) ?? new Map();
}

/** `undefined` for what the harness cannot decode: malformed JSON, or anything but true and false. */
function parseSwitches(text: string, { key }: Switches): ReadonlyMap<string, boolean> | undefined {
  const object = parseJsonObject(text);
  const map = object && Object.hasOwn(object, key) ? object[key] : object && {};
  if (map === null) return new Map();
  if (!isObject(map)) return undefined;
  const entries = Object.entries(map);
  return entries.every((entry): entry is [string, boolean] => typeof entry[1] === "boolean")
    ? new Map(entries)
    : undefined;
}

/** What is wrong with the state file, which the harness passes over in silence: it then takes every skill for on. */
export function stateNotices(profile: Profile, files: Files, place: Place): readonly Notice[] {
  const { states } = profile;
  if (states.kind === "none") return [];
  const path = placePath(place, states.file);
  const text = readText(files, path);
  if (text === undefined || parseSwitches(text, states)) return [];
  const detail = parseJsonObject(text) ? `${states.key} must hold true and false only` : "not a JSON object";
  return [{ code: "state-file-ignored", severity: "warning", path, line: 1, data: { detail } }];
}

/** Sets a skill's state as the harness's command does: its output and the state file it writes. */
export function setState(profile: Profile, session: Session, name: string, state: SkillState): LineResult {
  const { states } = profile;
  const texts = setStateTexts(profile, state);
  if (states.kind === "none" || !texts) return command(`${profile.label} has no such state.`);
  if (!session.discovery.skills.some((skill) => skill.name === name))
    return command(fillTemplate(texts.unknown, { name }));
  const { files, place } = session;
  const entries = new Map(readSwitches(profile, files, place)).set(name, state !== "off");
  const write = { path: placePath(place, states.file), text: switchesText(states, entries) };
  return { ...command(fillTemplate(texts.output, { name })), writes: [write] };
}

function setStateTexts({ commands }: Profile, state: SkillState) {
  const texts = commands.rules.map(({ does }) => does).filter((does) => does.kind === "set-state");
  return texts.find((does) => does.state === state);
}

function command(output: string): Extract<LineResult, { kind: "command" }> {
  return { kind: "command", output, writes: [], reload: false };
}

function switchesText({ key }: Switches, entries: ReadonlyMap<string, boolean>): string {
  return `{\n  ${JSON.stringify(key)}: ${goMapText(entries)}\n}\n`;
}
