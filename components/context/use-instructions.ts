import { useMemo } from "react";
import { useWorkspaceInSlices } from "#components/workbench/workspace-context.tsx";
import { assembleInstructions } from "#lib/chat/instructions.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { place } from "#lib/workspace/place.ts";

/** The system prompt as it would be sent now. */
export function useInstructions(): string {
  const catalog = useWorkspaceInSlices((state) => state.view.catalog);
  const profileId = useWorkspaceInSlices((state) => state.profileId);
  return useMemo(
    () => assembleInstructions({ harness: profileById(profileId).label, ...place, catalog }),
    [catalog, profileId],
  );
}
