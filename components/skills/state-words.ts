import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { SkillState, StateRules } from "#lib/harness/vocabulary/states.ts";

/** What the harness calls a state. */
export function stateWord(rules: StateRules, state: SkillState): string {
  return rules.kind === "levels" ? rules.words[state] : state;
}

const reach: Readonly<Record<SkillState, string>> = {
  off: "Not to be used",
  on: "May be invoked; the model is not told of it",
  active: "The model is told of it",
};

/** What one of several levels means for a skill. */
export function reachText(rules: StateRules, state: SkillState): string | undefined {
  return rules.kind === "levels" ? reach[state] : undefined;
}

/** Why a skill that is on is not in the catalog, or is kept from somebody; `undefined` when neither. */
export function keptFrom({ hiddenFrom }: Skill, isListed: boolean): string | undefined {
  if (hiddenFrom === "model") return "hidden from the model";
  if (hiddenFrom === "person") return "hidden from the person";
  if (hiddenFrom === "both") return "hidden from both";
  return isListed ? undefined : "not told to the model";
}
