import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { basename } from "#lib/vfs/paths.ts";

interface DiscardDialogProps {
  readonly path: string;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before what was typed into a file goes. */
export function DiscardDialog({ path, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title={`Discard changes to ${basename(path)}`}
      verb="Discard"
      onConfirm={onDiscard}
      onClose={onClose}
    >
      <p>What you have typed since you last saved goes for good. The file stays as it is.</p>
    </ConfirmDialog>
  );
}
