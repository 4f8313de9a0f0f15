import { Settings } from "lucide-react";
import { Suspense, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";

/** The dialog, fetched when it is first opened; for whoever else leads to it, too. */
export const SettingsDialog = fetchedDialog(async () => (await import("./settings-dialog.tsx")).SettingsDialog);

/** Opens the settings. */
export function SettingsButton() {
  const [open, setOpen] = useState(false);
  useAsked("settings", () => setOpen(true));
  return (
    <>
      <IconButton label="Settings" variant="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Settings size={15} aria-hidden />
      </IconButton>
      {open && (
        <Suspense>
          <SettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
