import type { WorkspaceState } from "#lib/workspace/state.ts";

/** Whether it is not known yet what the workspace holds: so it must not be said that there is nothing. */
export function isOpening({ phase, activity }: Pick<WorkspaceState, "phase" | "activity">): boolean {
  if (phase.kind === "empty") return activity.kind === "cloning";
  return phase.kind === "restoring" || phase.kind === "offered";
}
