import { profileFor } from "#lib/chat/model-choice.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { useWorkspace } from "./workspace-context.tsx";

/** The chosen harness's profile for the chosen model: the room in the catalog can depend on the model's name. */
export function useToldProfile(): Profile {
  return useWorkspace(({ profileId, models }) => profileFor(profileById(profileId), models));
}
