import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** What the button that does it says. */
  readonly verb: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What goes, and what stays. */
  readonly children: ReactNode;
}

/** Asks before something goes that a person may want to keep. */
export function ConfirmDialog({ title, verb, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
