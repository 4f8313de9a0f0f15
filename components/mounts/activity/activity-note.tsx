import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount, plural } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { MountActivity } from "#lib/state/state.ts";
import styles from "./mount-activity.module.css";

/** What was done to a mount as a whole. */
const doneWords = { updated: "is updated", unmounted: "is removed", trusted: "is trusted as it is now" } as const;

type Told = Extract<MountActivity, { kind: "current" | "undoable" | "compared" }>;

const undoWords = {
  updated: "Undo update",
  unmounted: "Undo removing",
  installed: "Undo installing",
  trusted: "Undo trusting",
} as const;

/** The result of an update, unmount or install, with an undo button where it can be undone. */
export function ActivityNote({ activity }: { activity: Told }) {
  const { dismissFailure, undoMount } = useActions();
  const isReadOnly = useReadOnlyTab();
  return (
    <div className={styles.card}>
      <div className={styles.row}>
        <p role="status" className={styles.text}>
          <Sentence activity={activity} />
        </p>
        <div className={styles.buttons}>
          {activity.kind === "undoable" && (
            <Button size="small" disabled={isReadOnly} onClick={() => void undoMount()}>
              {undoWords[activity.change]}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={dismissFailure}>
            Dismiss
          </Button>
        </div>
      </div>
    </div>
  );
}

function Sentence({ activity }: { activity: Told }) {
  if (activity.kind === "current")
    return (
      <>
        <strong>
          <VisibleName text={activity.label} /> is up to date:
        </strong>{" "}
        <VisibleName text={activity.ref} /> is still at <code>{activity.commit.slice(0, 7)}</code>.
      </>
    );
  if (activity.kind === "compared") {
    const { label, host, state } = activity.compared;
    return (
      <>
        <strong>
          <VisibleName text={label} /> is verified:
        </strong>{" "}
        every file is as in {host} at <code>{state.slice(0, 7)}</code>.
      </>
    );
  }
  if (activity.change === "installed") return <Installed {...activity} />;
  return (
    <>
      <VisibleName as="strong" text={activity.label} /> {doneWords[activity.change]}.
    </>
  );
}

function Installed({ label, as, files, leftFiles }: Extract<Told, { change: "installed" }>) {
  const harness = useWorkspace(({ profileId }) => profileById(profileId).label);
  return (
    <>
      <VisibleName as="strong" text={label} /> installed for {harness} with {plural(files, "file")},{" "}
      {as === "plugin" ? (
        "as its own plugins are."
      ) : (
        <>
          as <code>npx skills add</code> does it.
        </>
      )}
      {leftFiles !== undefined &&
        ` Not copied: ${plural(leftFiles, "other file")} of its folder, as ${formatCount(files)} are the most for one skill.`}
    </>
  );
}
