import { type FormEvent, useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, takeFocus } from "#components/ui/dialog.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import { openPaths } from "#lib/state/open-files.ts";
import { basename, isInside } from "#lib/vfs/paths.ts";
import styles from "./making.module.css";
import { refusalText, tried } from "./refusal.ts";

interface MoveDialogProps {
  /** Path of a file or a folder. */
  readonly path: string;
  readonly onClose: () => void;
  /** Called with the new path, before the dialog closes. */
  readonly onMoved?: (to: string) => void;
}

/** Renames, moves or deletes a file, or a folder with everything in it. */
export function MoveDialog({ path, onClose, onMoved }: MoveDialogProps) {
  const { moveFile, deleteFile, closeFile, filesToMove } = useActions();
  const selection = useWorkspace((state) => state.selection);
  const isFolder = useWorkspace(({ files }) => files.lstat(path)?.kind === "folder");
  const [to, setTo] = useState(path);
  const { isBusy, refused, run } = useWork(onClose);
  const { count, objection } = useMemo(() => filesToMove(path), [filesToMove, path]);
  function move(event: FormEvent) {
    event.preventDefault();
    const target = to.replace(/\/+$/, "");
    if (target === path || isBusy) return;
    void run(async () => {
      await moveFile(path, target);
      onMoved?.(target);
    });
  }
  function remove() {
    void run(async () => {
      await deleteFile(path);
      for (const one of openPaths(selection).filter((each) => isInside(path, each))) closeFile(one);
    });
  }
  const canMove = objection === undefined && !isBusy && to.replace(/\/+$/, "") !== path && /^\/./.test(to);
  return (
    <Dialog title={`Move ${basename(path)}`} size="small" onClose={onClose}>
      <form className={styles.form} onSubmit={move}>
        {isFolder && <p>Everything in this folder ({plural(count, "file")}) moves with it.</p>}
        {objection !== undefined && <p className={styles.refused}>It cannot be moved or deleted: {objection}.</p>}
        <TextField
          label="New path"
          verbatim
          ref={takeFocus}
          value={to}
          disabled={objection !== undefined}
          hint="Links to it in other files are not updated. You can undo this."
          onChange={(event) => setTo(event.target.value)}
        />
        <p role="alert" className={styles.refused}>
          {refused}
        </p>
        <p>
          <Button type="submit" variant="primary" disabled={!canMove}>
            Move
          </Button>{" "}
          <Button variant="danger" disabled={objection !== undefined || isBusy} onClick={remove}>
            {isFolder ? `Delete folder with ${plural(count, "file")}` : "Delete file"}
          </Button>
        </p>
        <p role="status" className="unseen">
          {isBusy && "Working…"}
        </p>
      </form>
    </Dialog>
  );
}

/** Runs an operation on files; tells its progress, why it was refused, or that it is done. */
function useWork(onDone: () => void) {
  const [refused, setRefused] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function run(work: () => Promise<void>) {
    setBusy(true);
    const failure = await tried(work);
    setBusy(false);
    setRefused(failure && refusalText(failure));
    if (!failure) onDone();
  }
  return { isBusy, refused, run };
}
