import { FolderInput } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { basename } from "#lib/vfs/paths.ts";
import { isBundled } from "#lib/workspace/tree/place.ts";
import styles from "./making.module.css";
import { refusalText, tried } from "./refusal.ts";

/** Renames, moves or deletes the file that is looked at. Nothing where the harness writes it anew at every start. */
export function MoveButton({ path }: { path: string }) {
  const isReadOnly = useReadOnlyTab();
  const isWritten = useWorkspace(({ profileId }) => isBundled(profileById(profileId), path));
  const [isOpen, setOpen] = useState(false);
  if (isWritten) return null;
  return (
    <>
      <IconButton label="Rename, move or delete" size="small" disabled={isReadOnly} onClick={() => setOpen(true)}>
        <FolderInput size={14} aria-hidden />
      </IconButton>
      {isOpen && <MoveDialog path={path} onClose={() => setOpen(false)} />}
    </>
  );
}

function MoveDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const { moveFile, deleteFile, closeFile } = useActions();
  const [to, setTo] = useState(path);
  const [refused, setRefused] = useState<string>();
  async function run(work: () => Promise<void>) {
    const failure = await tried(work);
    setRefused(failure && refusalText(failure));
    if (!failure) onClose();
  }
  function move(event: FormEvent) {
    event.preventDefault();
    if (to !== path) void run(() => moveFile(path, to));
  }
  return (
    <Dialog title={`Move ${basename(path)}`} size="small" onClose={onClose}>
      <form className={styles.form} onSubmit={move}>
        <TextField
          label="New path"
          mono
          value={to}
          hint="Links to it in other files stay as they are. The line at the bottom takes this back."
          onChange={(event) => setTo(event.target.value)}
        />
        <p role="alert" className={styles.refused}>
          {refused}
        </p>
        <p>
          <Button type="submit" variant="primary" disabled={to === path || !/^\/.*[^/]$/.test(to)}>
            Move
          </Button>{" "}
          <Button
            variant="danger"
            onClick={() =>
              void run(async () => {
                await deleteFile(path);
                closeFile(path);
              })
            }
          >
            Delete file
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
