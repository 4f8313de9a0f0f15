import { useMemo } from "react";
import { useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { systemPrompt } from "#lib/workspace/chat/system-prompt.ts";
import { type ContextParts, contextParts } from "./context-parts.ts";
import { useSteadyMessages } from "./use-steady-messages.ts";

/** Every text the model sees, as of now. While an answer streams it follows step by step. */
export function useContextParts(): ContextParts {
  const catalog = useWorkspaceInSlices((state) => state.view.catalog);
  const profileId = useWorkspaceInSlices((state) => state.profileId);
  const instructions = useMemo(() => systemPrompt(profileById(profileId), catalog), [catalog, profileId]);
  const skills = useWorkspaceInSlices((state) => state.view.discovery.skills);
  const messages = useSteadyMessages();
  return useMemo(
    () => contextParts({ instructions, catalog, messages, skills }),
    [instructions, catalog, messages, skills],
  );
}
