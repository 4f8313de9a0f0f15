import lists from "#components/changes/changed-files.module.css";
import { ConfirmDialog } from "#components/ui/dialog.tsx";
import { PathList } from "#components/ui/path-list.tsx";
import { plural } from "#lib/format-count.ts";
import styles from "./updates/update.module.css";

interface UnmountDialogProps {
  readonly label: string;
  /** Paths of the source's files that the person has edited. */
  readonly edited: readonly string[];
  readonly onClose: () => void;
  readonly onUnmount: () => void;
}

/** Asks before a source is unmounted together with the person's edits. */
export function UnmountDialog({ label, edited, onClose, onUnmount }: UnmountDialogProps) {
  return (
    <ConfirmDialog title={`Remove ${label}`} verb="Remove" onConfirm={onUnmount} onClose={onClose}>
      <div className={styles.part}>
        <p>This also removes your changes to {plural(edited.length, "file")}:</p>
        <PathList paths={edited} className={styles.paths ?? ""} />
        <p className={lists.note}>You can undo this until you change your sources again or leave.</p>
      </div>
    </ConfirmDialog>
  );
}
