import { useMemo } from "react";
import { useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { place } from "#lib/workspace/tree/place.ts";

/** Where the tree begins: the working folder, the home folder when it holds anything, and each installed source's own tree. */
export function useTreeRoots(): readonly string[] {
  const files = useWorkspaceInSlices((state) => state.files);
  const mounts = useWorkspaceInSlices((state) => state.mounts);
  return useMemo(() => {
    const filled = [place.cwd, place.home].filter((folder) => (files.list(folder)?.length ?? 0) > 0);
    return [...new Set([...filled, ...mounts.map((mount) => mount.at)])];
  }, [files, mounts]);
}
