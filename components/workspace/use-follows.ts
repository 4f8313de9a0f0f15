import { useWorkspace } from "./workspace-context.tsx";

/** Whether another tab saves the workspace, so that a person can only look here; the status bar says it. */
export function useFollows(): boolean {
  return useWorkspace((state) => state.storage.kind === "elsewhere");
}
