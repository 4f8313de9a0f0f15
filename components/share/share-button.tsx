import { useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { share } from "#components/actions/workspace-actions.ts";
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
      <ActionButton action={share} />
      {open && <ShareDialog onClose={() => setOpen(false)} />}
    </>
  );
}
