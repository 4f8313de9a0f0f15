import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { rawFile } from "#components/share/raw-file.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/dialog.tsx";
import { SaveButton } from "#components/workspace/save-button.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount, plural } from "#lib/format-count.ts";
import type { Loss } from "#lib/state/state.ts";
import styles from "./mount-activity.module.css";

/** What could not be restored, with buttons to save or delete the records that were set aside. */
export function RestoreNote() {
  const losses = useWorkspace((state) => state.losses);
  const workspaceId = useWorkspace((state) => state.id);
  const { dismissLosses, removeAside } = useActions();
  const download = useDownload(() => rawFile({ workspaceId, isWhole: false }));
  const [isLeaving, setLeaving] = useState(false);
  const isAside = losses.some(({ kind }) => kind === "conversation" || kind === "edits" || kind === "state");
  return (
    <div className={`${styles.card} ${styles.failed}`}>
      <div className={styles.row}>
        <TriangleAlert size={16} aria-hidden className={styles.icon} />
        <p role="status" className={styles.text}>
          {losses.map(lossText).join(" ")}
          {isAside && " Everything else is unaffected. Damaged data is kept until you delete it."}
        </p>
        <div className={styles.buttons}>
          {isAside && (
            <>
              <SaveButton size="small" download={download}>
                Download raw
              </SaveButton>
              <Button size="small" onClick={() => setLeaving(true)}>
                Delete
              </Button>
            </>
          )}
          <Button size="small" variant="quiet" onClick={dismissLosses}>
            Dismiss
          </Button>
        </div>
      </div>
      {isLeaving && (
        <ConfirmDialog
          title="Delete damaged data"
          verb="Delete"
          onClose={() => setLeaving(false)}
          onConfirm={() => {
            setLeaving(false);
            void removeAside();
          }}
        >
          <p>This deletes the damaged parts from this browser. The workspace stays.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function lossText(loss: Loss): string {
  switch (loss.kind) {
    case "conversation":
      return "The saved conversation could not be read and was set aside.";
    case "conversation-refused":
      return `A conversation was left out: ${loss.reason}. The rest of the file is here.`;
    case "conversation-cut":
      return `The conversation in the file has ${formatCount(loss.total)} messages; the newest ${formatCount(loss.kept)} were imported. The file still has the others.`;
    case "edits":
      return `Your version of ${plural(loss.count, "file")} could not be read and was set aside.`;
    case "state":
      return "Some view settings or unsent text could not be read and were set aside.";
    case "taken-over":
      return "Another tab took over before the last changes of this one were saved. What is shown now is saved; make again what you miss.";
    case "link":
      return `Left out of this link, because it is missing or not understood: ${loss.names.join(", ")}.`;
  }
}
