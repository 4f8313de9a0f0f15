import type { Profile } from "./profile.ts";
import { agentSkills } from "./profiles/agentskills.ts";
import { keen } from "./profiles/keen.ts";

/** Every harness, in the order a person chooses from. */
export const profiles: readonly Profile[] = [keen, agentSkills];

export const defaultProfile: Profile = keen;

/** The profile of this id; the default one when there is none, as in a link from a newer version. */
export function profileById(id: string): Profile {
  return profiles.find((profile) => profile.id === id) ?? defaultProfile;
}
