import { useCallback } from "react";
import { useModelReads } from "#components/skills/use-model-reads.ts";
import { useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { skillFileAt } from "#lib/chat/reads.ts";

export interface FileTier {
  readonly tier: 2 | 3;
  /** Whether the model has got its text in this conversation. */
  readonly isRead: boolean;
}

/** Tells a file's tier: 2 for the SKILL.md of a loaded skill, 3 for whatever lies below it, none elsewhere. */
export function useTierOf(): (path: string) => FileTier | undefined {
  const skills = useWorkspaceInSlices((state) => state.view.discovery.skills);
  const reads = useModelReads();
  return useCallback(
    (path) => {
      const file = skillFileAt(path, skills);
      return file && { tier: file.tier, isRead: reads.has(path) };
    },
    [skills, reads],
  );
}
