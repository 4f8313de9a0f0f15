import type { ScopedPath } from "./places.ts";
import type { Skill } from "./skill.ts";

/**
 * Whether a skill is offered: on/off harnesses use two of these, others all they have a word for. `named`: as `active`, but
 * the catalog has its name only.
 */
export type SkillState = "off" | "on" | "named" | "active";

/** Something for each state; of the one that few harnesses have, only where they have it. */
export type ByState<Value> = Readonly<Record<Exclude<SkillState, "named">, Value>> & { readonly named?: Value };

/** What there is for a state; where there is nothing for `named`, what there is for `active`. */
export function stateValue<Value>(values: ByState<Value>, state: SkillState): Value {
  return values[state] ?? values.active;
}

/** The state of each loaded skill by its location: some harnesses keep two of one name. */
export type States = ReadonlyMap<string, SkillState>;

/** A request to set the state of a loaded skill. */
export interface StateSetting {
  readonly skill: Skill;
  readonly state: SkillState;
  /** Which of several state files to write to. Absent: the one of the scope in which the skill lies. */
  readonly file?: number;
}

/** Why a harness offers no skill at all. */
export type FeatureOff =
  /** It is started with its switch of this name. */
  | { readonly kind: "switch"; readonly name: string }
  /** The section of this file turns it off. */
  | { readonly kind: "setting"; readonly path: string; readonly section: string }
  /** It cannot decode the section, and says this. */
  | { readonly kind: "undecodable"; readonly path: string; readonly message: string }
  /** There is a file where a folder should be. */
  | { readonly kind: "broken-root"; readonly path: string };

export type StateRules =
  /** Every skill is always on. */
  | { readonly kind: "none" }
  /** A JSON file `{ [key]: { name: boolean } }`; what it does not name is on. */
  | { readonly kind: "switches"; readonly file: ScopedPath; readonly key: string }
  | StateLevels
  | AllowList
  | StateEntries
  | OffList;

/**
 * JSON files `{ [key]: { name: word } }`, read at start: a running harness writes them, and does not notice an edit of
 * them.
 */
export interface StateLevels {
  readonly kind: "levels";
  /** Each decides for the skills it names; the highest precedence first. */
  readonly files: readonly ScopedPath[];
  readonly key: string;
  /** The harness's words, in the order in which it cycles. */
  readonly words: ByState<string>;
  /** What any other word counts as. Absent: off. */
  readonly otherWords?: "initial";
  /** The state of a skill that no file names and whose frontmatter has no `state`. */
  readonly initial: Exclude<SkillState, "named">;
  /** Which of the files is written. Absent: the one of the scope in which the skill lies. */
  readonly writes?: number;
  /** Whether the skills of plugins keep their initial state, whatever the files say. */
  readonly sparesPlugins?: true;
}

/**
 * A TOML file with a list `[[section.list]]` of `{ path, enabled }` and `{ name, enabled }`: an entry decides for the
 * SKILL.md at a path or for all skills of a name, a later one over an earlier one. A skill that none names is on.
 */
export interface StateEntries {
  readonly kind: "entries";
  readonly file: ScopedPath;
  readonly section: string;
  readonly list: string;
}

/**
 * JSON files with a list of names under keys one below the other, in which comments and a comma behind the last entry are taken:
 * the skills of these names are off, and every other is on.
 */
export interface OffList {
  readonly kind: "off-list";
  /** Their lists are put together; the first is written. */
  readonly files: readonly ScopedPath[];
  readonly keys: readonly string[];
  /** Names are compared in any case of letters, without white space around them. */
  readonly anyCase?: true;
}

/**
 * YAML files laid over each other, the first on top: `section: { enabled, allowed }`. Without the section all skills
 * are on.
 */
export interface AllowList {
  readonly kind: "allow-list";
  readonly files: readonly ScopedPath[];
  readonly section: string;
  /** The switch at start that turns the whole feature off. */
  readonly launchSwitch: string;
}

/** What the harness calls a state. */
export function stateWord(rules: StateRules, state: SkillState): string {
  return rules.kind === "levels" ? stateValue(rules.words, state) : state;
}
