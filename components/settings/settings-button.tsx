import { Settings } from "lucide-react";
import { useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { settings } from "#components/actions/workspace-actions.ts";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";

/** The settings dialog, fetched when first opened. Also opened from other places. */
export const SettingsDialog = fetchedDialog(async () => (await import("./settings-dialog.tsx")).SettingsDialog);

/** Opens the settings. */
export function SettingsButton() {
  const [open, setOpen] = useState(false);
  useAsked("settings", () => setOpen(true));
  return (
    <>
      <ActionButton action={settings} icon={<Settings size={15} aria-hidden />} variant="plain" />
      {open && <SettingsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
