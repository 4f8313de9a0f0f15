import { FolderInput } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { isBundled } from "#lib/stage/place.ts";

/** Fetched when it is first opened. */
export const MoveDialog = fetchedDialog(async () => (await import("./move-dialog.tsx")).MoveDialog);

/** Renames, moves or deletes the open file. Nothing for a file that the harness rewrites at every start. */
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
