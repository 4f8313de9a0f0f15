import { useMemo } from "react";
import { useWorkspaceInSlices } from "#components/workbench/workspace-context.tsx";
import { type ContextParts, contextParts } from "./context-parts.ts";
import { useInstructions } from "./use-instructions.ts";
import { useSteadyMessages } from "./use-steady-messages.ts";

/** Every text the model sees, as of now. While an answer streams it follows step by step. */
export function useContextParts(): ContextParts {
  const instructions = useInstructions();
  const catalog = useWorkspaceInSlices((state) => state.view.catalog);
  const skills = useWorkspaceInSlices((state) => state.view.discovery.skills);
  const messages = useSteadyMessages();
  return useMemo(
    () => contextParts({ instructions, catalog, messages, skills }),
    [instructions, catalog, messages, skills],
  );
}
