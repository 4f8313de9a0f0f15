import { useFreshSession } from "#components/skills/why/use-explanation.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { isBundled } from "#lib/workspace/tree/place.ts";

/** The skill that the address names, or the only one that there is; `undefined` where it cannot be told which is meant. */
export function useChosenSkill(): Candidate | undefined {
  const location = useWorkspace((state) => state.selection.skill);
  const profile = useWorkspace(({ profileId }) => profileById(profileId));
  const { candidates } = useFreshSession().discovery;
  const chosen = candidates.find((one) => one.location === location);
  if (chosen) return chosen;
  const own = candidates.filter((one) => !isBundled(profile, one.location));
  return own.length === 1 ? own[0] : undefined;
}
