import { Dialog } from "#components/ui/dialog.tsx";
import { type DiffSide, DiffView } from "#components/ui/diff/diff-view.tsx";
import { basename } from "#lib/vfs/paths.ts";
import styles from "./file-editor.module.css";

interface ChangesDialogProps {
  readonly path: string;
  readonly left: DiffSide;
  readonly right: DiffSide;
  readonly onClose: () => void;
}

/** Two versions of a file, line by line. */
export function ChangesDialog({ path, left, right, onClose }: ChangesDialogProps) {
  return (
    <Dialog title={`Changes in ${basename(path)}`} size="wide" onClose={onClose}>
      <div className={styles.diff}>
        <DiffView label="Changed lines" left={left} right={right} />
      </div>
    </Dialog>
  );
}
