import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ShareDialog } from "./share-dialog.tsx";

/** Opens the dialog that makes a link. */
export function ShareButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Share
      </Button>
      {open && <ShareDialog onClose={() => setOpen(false)} />}
    </>
  );
}
