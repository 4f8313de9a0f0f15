import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import type { StoredWorkspace } from "#lib/vfs/persistence.ts";

interface DeleteDialogProps {
  readonly workspace: StoredWorkspace;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Asks before a workspace goes for good. */
export function DeleteDialog({ workspace, onClose, onDelete }: DeleteDialogProps) {
  return (
    <Dialog
      title={`Delete ${workspace.title || "workspace"}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" onClick={onDelete}>
            Delete
          </Button>
        </>
      }
    >
      <p>
        Its files, your changes to them and its conversation go from this browser. Where it came from is not touched.
      </p>
    </Dialog>
  );
}
