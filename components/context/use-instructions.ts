import { useMemo } from "react";
import { useWorkspaceInSlices } from "#components/workbench/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { systemPrompt } from "#lib/workspace/system-prompt.ts";

/** The system prompt as it would be sent now. */
export function useInstructions(): string {
  const catalog = useWorkspaceInSlices((state) => state.view.catalog);
  const profileId = useWorkspaceInSlices((state) => state.profileId);
  return useMemo(() => systemPrompt(profileById(profileId), catalog), [catalog, profileId]);
}
