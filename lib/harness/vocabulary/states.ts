import type { Shape } from "#lib/skills/json-shape.ts";
import type { ScopedPath } from "./places.ts";
import type { LayeredSettings } from "./settings.ts";
import type { Skill } from "./skill.ts";

/**
 * Whether a skill is offered. On/off harnesses use two of these, others every state that they have a word for. `named`: as `active`, but
 * the catalog has only its name.
 */
export type SkillState = "off" | "on" | "named" | "active";

/** A value for each state; for `named`, which few harnesses have, it is optional. */
export type ByState<Value> = Readonly<Record<Exclude<SkillState, "named">, Value>> & { readonly named?: Value };

/** The value for a state; `named` without a value of its own gets that for `active`. */
export function stateValue<Value>(values: ByState<Value>, state: SkillState): Value {
  return values[state] ?? values.active;
}

/** The state of each loaded skill by its location, because some harnesses keep two skills with one name. */
export type States = ReadonlyMap<string, SkillState>;

/** A request to set the state of a loaded skill. */
export interface StateSetting {
  readonly skill: Skill;
  readonly state: SkillState;
  /** Index of the state file to write to. Absent: the one of the scope in which the skill lies. */
  readonly file?: number;
}

/** Why a harness offers no skill at all. */
export type FeatureOff =
  /** The harness is started with the switch of this name. */
  | { readonly kind: "switch"; readonly name: string }
  /** This file turns the feature off by a key that is not true. */
  | { readonly kind: "setting"; readonly path: string; readonly key: string }
  /** The harness cannot decode the section; `message` is its own. */
  | { readonly kind: "undecodable"; readonly path: string; readonly message: string }
  /** There is a file where a folder should be. */
  | { readonly kind: "broken-root"; readonly path: string }
  /** The harness ends as it starts: it cannot read this file, or does not take the value of `key` in it. What it prints begins with `says`. */
  | { readonly kind: "ended"; readonly path: string; readonly key?: string; readonly says: string };

export type StateRules =
  /** Every skill is always on. */
  | { readonly kind: "none" }
  /** A JSON file `{ [key]: { name: boolean } }`; a skill that it does not name is on. */
  | { readonly kind: "switches"; readonly file: ScopedPath; readonly key: string }
  | StateLevels
  | AllowList
  | StateEntries
  | OffList
  | OffPatterns;

/** JSON files `{ [key]: { name: word } }`, read at start: a running harness writes them, and does not notice when they are edited. */
export interface StateLevels {
  readonly kind: "levels";
  /** Each file decides for the skills that it names; highest precedence first. */
  readonly files: readonly ScopedPath[];
  readonly key: string;
  /** The harness's words, in the order in which it cycles. */
  readonly words: ByState<string>;
  /** The state of a skill that no file names and whose frontmatter has no `state`. */
  readonly initial: Exclude<SkillState, "named">;
  /** Index of the file that is written. Absent: the one of the scope in which the skill lies. */
  readonly writes?: number;
  /** The files may begin with a byte-order mark, and one of another shape counts as one that says nothing. */
  readonly shape?: Shape;
  /** Whether skills of plugins keep their initial state, whatever the files say. */
  readonly sparesPlugins?: true;
}

/**
 * A TOML file with a list `[[section.list]]` of `{ path, enabled }` and `{ name, enabled }`: an entry decides for the SKILL.md at a path or
 * for all skills of a name, and later entries override earlier ones. A skill without an entry is on.
 */
export interface StateEntries {
  readonly kind: "entries";
  readonly file: ScopedPath;
  readonly section: string;
  readonly list: string;
  /** Of the section: with another value in it, no entry counts. */
  readonly shape: Shape;
}

/**
 * JSON files with a list of names under nested keys; comments and a comma after the last entry are allowed. Skills of these names are off,
 * and all others are on.
 */
export interface OffList {
  readonly kind: "off-list";
  /** The lists of all files are combined; changes are written to the first file. */
  readonly files: readonly ScopedPath[];
  readonly keys: readonly string[];
  /** No comma is allowed after the last entry. */
  readonly noLastComma?: true;
  /** The files are laid over this and over each other: a text in place of the list counts as its only name. */
  readonly over?: object;
  /** With a value of another shape, a file says nothing. Absent: entries that are no texts are passed over. */
  readonly checked?: Shape;
  /** Another spelling of the first key, which counts before it. */
  readonly otherKey?: string;
  /** Names are compared ignoring case; `trimmed`: ignoring white space around those listed, too. */
  readonly anyCase?: "exact" | "trimmed";
  /** Nested keys of two such lists: names in the first are off, too, unless the second has them. */
  readonly byDefault?: { readonly off: readonly string[]; readonly on: readonly string[] };
  /** Nested keys of a switch for all skills: off if the last file that has it says `false`. */
  readonly feature?: readonly string[];
}

/**
 * JSON files with a list of patterns, each for the skills in roots of its scope. `!glob` turns off what it names: a path from the file's
 * folder, an absolute path, or a name, of the SKILL.md or its folder. Over that counts `+path`, which turns on, and over both `-path`.
 */
export interface OffPatterns {
  readonly kind: "off-patterns";
  readonly files: readonly ScopedPath[];
  readonly key: string;
  /** The list's key in an object under `key`, as former versions have it. */
  readonly formerKey: string;
}

/** YAML files merged over each other, the first on top: `section: { enabled, allowed }`. Without the section all skills are on. */
export interface AllowList {
  readonly kind: "allow-list";
  readonly files: readonly ScopedPath[];
  readonly section: string;
  /** The switch at start that turns the whole feature off. */
  readonly launchSwitch: string;
}

/**
 * Rules in settings about what a model may call: `{ [key]: { tool: action } }`, or `{ [key]: { tool: { skill: action } } }`, where tools and
 * skills are patterns. The last rule that fits decides; a skill that it denies is not told. The files of the project are also looked for
 * in each folder above, and all are merged over each other, the last on top.
 */
export interface SkillPermissions extends LayeredSettings {
  readonly key: string;
  /** A key of switches, `{ tool: boolean }`, which count as rules before the others. */
  readonly switches: string;
  /** Nested keys of objects with the same two keys, which are merged, and whose rules come last. */
  readonly agents: readonly (readonly string[])[];
  /** The answer to a call of a skill that is denied, as JSON: `{rules}`, all for the tool; `{rule}`, the one that decides. */
  readonly says: string;
  /** The word by which `{rule}` says whose settings it is from, if it does. */
  readonly sources?: { readonly home: string; readonly project: string; readonly agent: string };
}

/** The harness's word for a state. */
export function stateWord(rules: StateRules, state: SkillState): string {
  return rules.kind === "levels" ? stateValue(rules.words, state) : state;
}
