import { Settings } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { SettingsDialog } from "./settings-dialog.tsx";

/** Opens the settings. */
export function SettingsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Settings" variant="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Settings size={15} aria-hidden />
      </IconButton>
      {open && <SettingsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
