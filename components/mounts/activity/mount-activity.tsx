import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { TokenButton } from "#components/settings/token-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog, fetchedPart } from "#components/ui/fetched-part.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { formatCount, plural } from "#lib/format-count.ts";
import { type MountActivity as Activity, isOpening } from "#lib/state/state.ts";
import styles from "./mount-activity.module.css";
import { MountProgress } from "./mount-progress.tsx";

/** Fetched when it is first needed. */
const ActivityNote = fetchedPart(async () => (await import("./activity-note.tsx")).ActivityNote);

/** Whether an activity has to be shown before anything else: its progress, its result, or its failure. */
export function isUrgent(activity: Activity, isFirst: boolean): boolean {
  switch (activity.kind) {
    case "cloning":
      return isFirst;
    case "compared":
      return activity.compared.changes.length === 0;
    case "failed":
    case "current":
    case "undoable":
      return true;
    default:
      return false;
  }
}

/** The progress of the current mount, the result of the last one, or why it failed; nothing otherwise. */
export function MountActivity() {
  const activity = useWorkspace((state) => state.activity);
  const isFirst = useWorkspace(isOpening);
  const { cancelMount, retryMount, dismissFailure } = useActions();
  if (activity.kind === "cloning") {
    const { label, progress } = activity;
    // Where something else is on show, the status bar tells the progress.
    return isFirst ? <MountProgress label={label} progress={progress} onCancel={cancelMount} /> : null;
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
  const isNote = activity.kind === "current" || activity.kind === "undoable" || activity.kind === "compared";
  if (isNote && isUrgent(activity, isFirst)) return <ActivityNote activity={activity} />;
  return null;
}

/** Fetched when it is first opened. */
const ChooseSkillsDialog = fetchedDialog(
  async () => (await import("#components/mounts/choosing/choose-skills-dialog.tsx")).ChooseSkillsDialog,
);

/** Says what was just installed, and offers to choose among its skills. */
function InstalledCard({ mountId }: { mountId: string }) {
  const mount = useWorkspace(({ mounts }) => mounts.find(({ id }) => id === mountId));
  const { countSkills, dismissFailure } = useActions();
  const [isChoosing, setChoosing] = useState(false);
  if (!mount) return null;
  const { all, installed } = countSkills(mountId);
  const what = installed === all ? plural(all, "skill") : `${formatCount(installed)} of ${plural(all, "skill")}`;
  return (
    <div className={styles.card}>
      <div className={styles.row}>
        <p role="status" className={styles.text}>
          <strong>{what}</strong> installed from <VisibleName text={mount.label} />.
        </p>
        <div className={styles.buttons}>
          <Button size="small" onClick={() => setChoosing(true)}>
            Choose skills
          </Button>
          <Button size="small" variant="quiet" onClick={dismissFailure}>
            Dismiss
          </Button>
        </div>
      </div>
      {isChoosing && <ChooseSkillsDialog mount={mount} onClose={() => setChoosing(false)} />}
    </div>
  );
}

interface FailureCardProps {
  readonly label: string;
  readonly failure: Failure;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

/** Why a mount failed and what to do. What was open before is untouched. */
function FailureCard({ label, failure, onRetry, onDismiss }: FailureCardProps) {
  const { title, what, safe, next } = failureParts(failure);
  return (
    <div role="alert" className={`${styles.card} ${styles.failed}`}>
      <div className={styles.row}>
        <TriangleAlert size={16} aria-hidden className={styles.icon} />
        <p className={styles.text}>
          <strong>
            <VisibleName text={label} />: {title}.
          </strong>{" "}
          {what} {safe} {next}
        </p>
        <div className={styles.buttons}>
          <TokenButton failure={failure} onKept={onRetry} />
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
          <Button size="small" variant="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
      </div>
    </div>
  );
}
