import { Suspense } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { isOpening } from "#lib/workspace/state.ts";
import { FailureCard } from "./failure-card.tsx";
import { FoundSkills } from "./found-skills.tsx";
import { InstalledCard } from "./installed-card.tsx";
import { MountProgress } from "./mount-progress.tsx";

/** Fetched when it is first needed. */
const ActivityNote = fetchedPart(async () => (await import("./activity-note.tsx")).ActivityNote);

/** How the mount under way goes, what the last one brought, or why it failed; nothing otherwise. */
export function MountActivity() {
  const activity = useWorkspace((state) => state.activity);
  const isFirst = useWorkspace(isOpening);
  const { cancelMount, retryMount, dismissFailure } = useActions();
  if (activity.kind === "cloning") {
    const { label, progress, found } = activity;
    return (
      <>
        <MountProgress label={label} progress={progress} isAlone={isFirst} onCancel={cancelMount} />
        {isFirst && found && <FoundSkills {...found} />}
      </>
    );
  }
  if (activity.kind === "failed") {
    return (
      <FailureCard
        label={activity.label}
        failure={activity.failure}
        onRetry={() => void retryMount()}
        onDismiss={dismissFailure}
      />
    );
  }
  if (activity.kind === "installed") return <InstalledCard mountId={activity.mountId} />;
  const isVerified = activity.kind === "compared" && activity.compared.changes.length === 0;
  if (activity.kind === "current" || activity.kind === "undoable" || isVerified)
    return (
      <Suspense>
        <ActivityNote activity={activity} />
      </Suspense>
    );
  return null;
}
