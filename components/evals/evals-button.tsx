import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";

/** Fetched when it is first opened. */
const EvalsDialog = fetchedDialog(async () => (await import("./evals-dialog.tsx")).EvalsDialog);

/** Opens the evals: which requests lead to which skill. `skill`: the one to begin with. */
export function EvalsButton({ skill }: { readonly skill?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Will it be picked?
      </Button>
      {isOpen && <EvalsDialog {...(skill !== undefined && { skill })} onClose={() => setIsOpen(false)} />}
    </>
  );
}
