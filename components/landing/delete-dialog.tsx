import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";

interface DeleteDialogProps {
  readonly workspace: StoredWorkspace;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Asks before a workspace goes for good. */
export function DeleteDialog({ workspace, onClose, onDelete }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={`Delete ${workspace.title || "workspace"}`}
      verb="Delete"
      onConfirm={onDelete}
      onClose={onClose}
    >
      <p>
        Its files, your changes to them and its conversation go from this browser. Where it came from is not touched.
      </p>
    </ConfirmDialog>
  );
}
