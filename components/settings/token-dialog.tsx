import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { TokenForm } from "./token-form.tsx";

interface TokenDialogProps {
  readonly host: string;
  readonly onClose: () => void;
  /** Called once the page has the token. */
  readonly onKept: () => void;
}

/** Asks for a token of the host that would not give a repository without one. */
export function TokenDialog({ host, onClose, onKept }: TokenDialogProps) {
  const formId = useId();
  return (
    <Dialog
      title={`Token for ${host}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Use this token
          </Button>
        </>
      }
    >
      <TokenForm id={formId} host={host} onKept={onKept} />
    </Dialog>
  );
}
