import type { SkillState } from "#lib/harness/vocabulary/model.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";

/** The states between which a harness can set a skill, in the order in which it cycles. */
export function settableStates({ states }: Profile): readonly SkillState[] {
  if (states.kind === "none") return [];
  return states.kind === "levels" ? ["off", "on", "active"] : ["off", "on"];
}

/** The state after this one in the harness's cycle. */
export function nextState(profile: Profile, state: SkillState): SkillState {
  const order = settableStates(profile);
  return order[(order.indexOf(state) + 1) % order.length] ?? state;
}
