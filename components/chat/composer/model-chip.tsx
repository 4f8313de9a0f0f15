import { ChevronDown } from "lucide-react";
import { Suspense, useState } from "react";
import { modelName } from "#components/settings/model-name.ts";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import styles from "./composer.module.css";

/** Fetched when it is first opened. */
const SettingsDialog = fetchedDialog(
  async () => (await import("#components/settings/settings-dialog.tsx")).SettingsDialog,
);

/** Who will answer; opens the settings. */
export function ModelChip() {
  const choice = useWorkspace((state) => state.models.choice);
  const serverModels = useWorkspace((state) => state.serverModels);
  const [open, setOpen] = useState(false);
  const name = choice.kind === "demo" ? "Demo model" : modelName(choice, serverModels);
  return (
    <>
      <button type="button" className={styles.chip} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="unseen">Model: </span>
        {name}
        <ChevronDown size={12} aria-hidden />
      </button>
      {open && (
        <Suspense>
          <SettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
