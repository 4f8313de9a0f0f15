import { CircleAlert, Eye, HardDrive, WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import { formatBytes, plural } from "#components/ui/format.ts";
import { failureParts, followingText } from "#lib/failure-text.ts";
import type { StorageState } from "#lib/workspace/state.ts";
import { FixStatus } from "./fix-status.tsx";
import styles from "./status-bar.module.css";
import { useActions, useWorkspace } from "./workspace-context.tsx";

/** The last line of the lab: whether it is kept, how much there is, whether the network is there. */
export function StatusBar() {
  const storage = useWorkspace((state) => state.storage);
  const mounts = useWorkspace((state) => state.mounts);
  const isOnline = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  const files = mounts.reduce((sum, mount) => sum + mount.fileCount, 0);
  const bytes = mounts.reduce((sum, mount) => sum + mount.byteCount, 0);
  return (
    <footer className={styles.bar}>
      <SavingState storage={storage} />
      {mounts.length > 0 && (
        <span>
          {plural(files, "file")} · {formatBytes(bytes)}
        </span>
      )}
      <FixStatus />
      <span className={styles.space} />
      {!isOnline && (
        <span>
          <WifiOff size={12} aria-hidden /> Offline: what is open still works
        </span>
      )}
      <span>Files stay in this browser</span>
    </footer>
  );
}

function SavingState({ storage }: { storage: StorageState }) {
  const { takeOver } = useActions();
  const Icon = { saved: HardDrive, saving: HardDrive, elsewhere: Eye, memory: CircleAlert }[storage.kind];
  const look = { saved: undefined, saving: undefined, elsewhere: styles.follows, memory: styles.warned }[storage.kind];
  return (
    <span className={look}>
      <Icon size={12} aria-hidden />
      <span role="status">{storageText(storage)}</span>
      {storage.kind === "elsewhere" && (
        <Button size="small" onClick={() => void takeOver()}>
          Take over
        </Button>
      )}
    </span>
  );
}

function storageText(storage: StorageState): string {
  if (storage.kind === "saved") return "Saved in this browser";
  if (storage.kind === "saving") return "Saving…";
  if (storage.kind === "elsewhere") return `${storage.refused ? "Not done. " : ""}${followingText}`;
  return `Not saved: ${failureParts(storage.failure).title}`;
}

function onConnectionChange(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
