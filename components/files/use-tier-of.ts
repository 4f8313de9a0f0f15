import { useCallback, useMemo } from "react";
import { useModelReads } from "#components/skills/use-model-reads.ts";
import { useWorkspace } from "#components/workbench/workspace-context.tsx";
import { dirname } from "#lib/vfs/paths.ts";

export interface FileTier {
  readonly tier: 2 | 3;
  /** Whether the model has got its text in this conversation. */
  readonly isRead: boolean;
}

/** Tells a file's tier: 2 for the SKILL.md of a loaded skill, 3 for whatever lies below it, none elsewhere. */
export function useTierOf(): (path: string) => FileTier | undefined {
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const reads = useModelReads();
  const locations = useMemo(() => new Set(skills.map(({ location }) => location)), [skills]);
  const directories = useMemo(() => new Set(skills.map(({ directory }) => directory)), [skills]);
  return useCallback(
    (path) => {
      const isRead = reads.has(path);
      if (locations.has(path)) return { tier: 2, isRead };
      for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) {
        if (directories.has(folder)) return { tier: 3, isRead };
      }
      return undefined;
    },
    [locations, directories, reads],
  );
}
