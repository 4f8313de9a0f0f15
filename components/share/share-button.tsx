import { lazy, Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";

/** Fetched when it is first opened. */
const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));

/** Opens the dialog that makes a link. */
export function ShareButton() {
  const [open, setOpen] = useState(false);
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
