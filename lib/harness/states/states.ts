import { goField, goJsonText, isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import { rootOf } from "#lib/harness/roots/roots.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { FileWrite, Launch, Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { FeatureOff, SkillState, StateRules, StateSetting, States } from "#lib/harness/vocabulary/states.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { allowListNotices, readAllowList, setInAllowList, whyListIsOff } from "./allow-list.ts";
import { entryNotices, readEntries, setEntry } from "./entries.ts";
import { isSpared, levelNotices, readLevels, setLevel } from "./levels.ts";
import { offListNotices, readOffList, setInOffList, whyAllAreOff } from "./off-list.ts";
import { offPatternNotices, readOffPatterns, setOffPattern } from "./off-patterns.ts";
import { whyItEnds } from "./startup.ts";

/** The state of each loaded skill, as the harness reads it now from its own files. `whyOff`: why it offers none. */
export function readStates(profile: Profile, launch: Launch, whyOff: FeatureOff | undefined): States {
  const { states, roots } = profile;
  if (whyOff) return new Map(launch.discovery.skills.map(({ location }) => [location, "off"]));
  switch (states.kind) {
    case "none":
      return new Map(launch.discovery.skills.map(({ location }) => [location, "on"]));
    case "switches":
      return readSwitches(states, launch);
    case "levels":
      return readLevels(states, launch);
    case "entries":
      return readEntries(states, launch);
    case "off-list":
      return readOffList(states, launch);
    case "off-patterns":
      return readOffPatterns({ states, roots }, launch);
    case "allow-list":
      return readAllowList(states, launch);
  }
}

/** Why a harness that starts now offers no skill at all; `undefined` if the feature is on. */
export function whyFeatureIsOff(profile: Profile, launch: Launch): FeatureOff | undefined {
  const { states } = profile;
  const { brokenRoot } = launch.discovery;
  const ended = whyItEnds(profile, launch);
  if (ended) return ended;
  const byFile =
    states.kind === "allow-list"
      ? whyListIsOff(states, launch)
      : states.kind === "off-list"
        ? whyAllAreOff(states, launch)
        : undefined;
  return byFile ?? (brokenRoot === undefined ? undefined : { kind: "broken-root", path: brokenRoot });
}

/** Findings about parts of the state files that the harness ignores without a message. */
export function stateNotices(profile: Profile, files: Files, place: Place): readonly Notice[] {
  const { states } = profile;
  // What it ends at is told in place of the list of skills.
  if (whyItEnds(profile, { files, place })) return [];
  switch (states.kind) {
    case "none":
      return [];
    case "switches":
      return switchNotices(states, files, place);
    case "levels":
      return levelNotices(states, files, place);
    case "entries":
      return entryNotices(states, files, place);
    case "off-list":
      return offListNotices(states, files, place);
    case "off-patterns":
      return offPatternNotices(states, files, place);
    case "allow-list":
      return allowListNotices(states, files, place);
  }
}

/** The result of setting a state. */
export interface StateChange {
  readonly writes: readonly FileWrite[];
  /** The running harness's states after the change. */
  readonly states: States;
  /** Whether the harness has to be restarted, because it only reads the file at start. */
  readonly restarts?: true;
}

/** Sets a state through the harness's own state files; `undefined` if it has no such state, or cannot write it there. */
export function setState(profile: Profile, session: Session, setting: StateSetting): StateChange | undefined {
  const rules = profile.states;
  if (rules.kind === "none" || !settableStates(profile).includes(setting.state)) return undefined;
  if (rules.kind === "levels" && isSpared(rules, setting.skill)) return undefined;
  const states = new Map(session.states).set(setting.skill.location, setting.state);
  switch (rules.kind) {
    case "switches":
      return { states, writes: [setSwitch(rules, session, setting)] };
    case "levels":
      return { states, writes: [setLevel(rules, session, { file: fileFor(profile, setting.skill), ...setting })] };
    case "allow-list":
      return { states, writes: [setInAllowList(rules, session, states)], restarts: true };
    case "entries": {
      const write = setEntry(rules, session, setting);
      return write && { states, writes: [write] };
    }
    case "off-patterns": {
      const write = setOffPattern({ states: rules, roots: profile.roots }, session, setting);
      return write && { states, writes: [write] };
    }
    case "off-list": {
      const writes = setInOffList(rules, session, setting);
      return writes && { states, writes };
    }
  }
}

function fileFor(profile: Profile, skill: Skill): number {
  if (profile.states.kind !== "levels") return 0;
  if (profile.states.writes !== undefined) return profile.states.writes;
  const scope = rootOf(profile, skill)?.scope;
  return Math.max(
    0,
    profile.states.files.findIndex((file) => file.scope === scope),
  );
}

/** The states that a harness can set a skill to, in the order in which it cycles. */
export function settableStates({ states }: Profile): readonly SkillState[] {
  if (states.kind === "none") return [];
  if (states.kind !== "levels") return ["off", "on"];
  return (["off", "on", "named", "active"] as const).filter((state) => states.words[state] !== undefined);
}

/** The next state in the harness's cycle. */
export function nextState(profile: Profile, state: SkillState): SkillState {
  const order = settableStates(profile);
  return order[(order.indexOf(state) + 1) % order.length] ?? state;
}

type Switches = Extract<StateRules, { kind: "switches" }>;

/** Every skill is on unless the file turns it off. */
function readSwitches(rules: Switches, { files, place, discovery }: Launch): States {
  const switches = readSwitchFile(rules, files, place);
  return new Map(discovery.skills.map(({ name, location }) => [location, switches.get(name) === false ? "off" : "on"]));
}

/** The states in the file, including those of skills that no longer exist. Empty if the file is missing or ignored. */
export function readSwitchFile(rules: Switches, files: Files, place: Place): ReadonlyMap<string, boolean> {
  const text = readText(files, placePath(place, rules.file));
  return (text === undefined ? undefined : parseSwitches(text, rules)) ?? new Map();
}

/** `undefined` if the harness cannot decode the text: malformed JSON, or values other than true and false. */
function parseSwitches(text: string, { key }: Switches): ReadonlyMap<string, boolean> | undefined {
  const object = parseJsonObject(text);
  const map = object && (goField(object, key) ?? {});
  if (!isObject(map)) return undefined;
  const entries = Object.entries(map);
  return entries.every((entry): entry is [string, boolean] => typeof entry[1] === "boolean")
    ? new Map(entries)
    : undefined;
}

/** The harness ignores a broken file without a message: then every skill is on. */
function switchNotices(rules: Switches, files: Files, place: Place): readonly Notice[] {
  const path = placePath(place, rules.file);
  const text = readText(files, path);
  if (text === undefined || parseSwitches(text, rules)) return [];
  const detail = parseJsonObject(text) ? `${rules.key} must hold true and false only` : "not a JSON object";
  return [{ code: "state-file-ignored", severity: "warning", path, line: 1, data: { detail } }];
}

/** The harness writes nothing but the switches. Those of skills that no longer exist stay. */
function setSwitch(rules: Switches, { files, place }: Session, { skill, state }: StateSetting): FileWrite {
  const entries = new Map(readSwitchFile(rules, files, place)).set(skill.name, state !== "off");
  const text = `${goJsonText({ [rules.key]: Object.fromEntries(entries) })}\n`;
  return { path: placePath(place, rules.file), text };
}
