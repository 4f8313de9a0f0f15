import { Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";

/** Fetched when it is first opened. */
const ShareDialog = fetchedDialog(async () => (await import("./share-dialog.tsx")).ShareDialog);

/** Opens the dialog that makes a link. */
export function ShareButton() {
  const [open, setOpen] = useState(false);
  useAsked("share", () => setOpen(true));
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Share
      </Button>
      {open && (
        <Suspense>
          <ShareDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
