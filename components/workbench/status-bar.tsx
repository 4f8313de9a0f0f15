import { CircleAlert, Eye, HardDrive, WifiOff, Wrench } from "lucide-react";
import { useSyncExternalStore } from "react";
import { QuietProgress } from "#components/mounts/activity/mount-progress.tsx";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { Unreached } from "#components/workspace/unreached.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { failureParts, missingText, pendingText, readOnlyTabText } from "#lib/failure-text.ts";
import { formatBytes, plural } from "#lib/format-count.ts";
import { canBeFetched } from "#lib/state/mount.ts";
import { isOpening, type LastFix, type StorageState } from "#lib/state/state.ts";
import styles from "./status-bar.module.css";

/** The last line of the lab: whether work is saved, how much is mounted, whether there is a network. */
export function StatusBar() {
  const mounts = useWorkspace((state) => state.mounts);
  const deliveries = useWorkspace((state) => state.deliveries);
  const isOnline = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  const files = mounts.reduce((sum, mount) => sum + mount.fileCount, 0);
  const bytes = mounts.reduce((sum, mount) => sum + mount.byteCount, 0);
  return (
    <footer className={styles.bar}>
      <SavingState />
      {/* The size of a file that has not arrived is unknown. Once all have, *Files* and *Sources* show the numbers. */}
      {deliveries.size > 0 && (
        <span>
          {plural(files, "file")} · {formatBytes(bytes)} so far
        </span>
      )}
      <Deliveries />
      <FixStatus />
      <Unreached className={styles.warned} />
      <span className={styles.space} />
      <span role="status" {...(!isOnline && { "data-offline": "" })}>
        {!isOnline && (
          <>
            <WifiOff size={12} aria-hidden /> Offline: what is open still works
          </>
        )}
      </span>
    </footer>
  );
}

/** The progress of sources that are still being fetched while the lab is in use. */
function Deliveries() {
  const activity = useWorkspace((state) => state.activity);
  const isFirst = useWorkspace(isOpening);
  const deliveries = useWorkspace((state) => state.deliveries);
  const mounts = useWorkspace((state) => state.mounts);
  const { cancelMount } = useActions();
  if (activity.kind === "cloning") {
    const { label, progress } = activity;
    return isFirst ? null : <QuietProgress label={label} progress={progress} onCancel={cancelMount} />;
  }
  for (const { id, label } of mounts) {
    const status = deliveries.get(id);
    if (status?.kind === "coming") return <QuietProgress label={label} {...status} onCancel={cancelMount} />;
  }
  return null;
}

function SavingState() {
  const { takeOver, fetchMissing } = useActions();
  const storage = useWorkspace((state) => state.storage);
  const missing = useMissing();
  const kind = missing && storage.kind !== "memory" && storage.kind !== "elsewhere" ? "missing" : storage.kind;
  const Icon = icons[kind];
  const text = kind === "missing" ? missing?.text : [storageText(storage), missing?.text].filter(Boolean).join(" ");
  return (
    <span className={looks[kind]}>
      {Icon && <Icon size={12} aria-hidden />}
      <VisibleName as="span" role="status" className={missing && styles.missing} text={text ?? ""} form="text" />
      {storage.kind === "elsewhere" && (
        <Button size="small" onClick={() => void takeOver()}>
          Take over
        </Button>
      )}
      {missing?.canTryAgain && storage.kind !== "elsewhere" && (
        <Button size="small" className={styles.again} onClick={() => void fetchMissing()}>
          Fetch again
        </Button>
      )}
    </span>
  );
}

const icons = {
  nothing: undefined,
  incomplete: undefined,
  saved: HardDrive,
  saving: HardDrive,
  elsewhere: Eye,
  memory: CircleAlert,
  missing: CircleAlert,
};

const looks = {
  nothing: undefined,
  incomplete: undefined,
  saved: undefined,
  saving: undefined,
  elsewhere: styles.readOnly,
  memory: styles.warned,
  missing: styles.warned,
};

function storageText(storage: StorageState): string {
  if (storage.kind === "nothing") return "";
  if (storage.kind === "incomplete") return "Saves once all files have arrived";
  if (storage.kind === "saved") return "Saved in this browser";
  if (storage.kind === "saving") return "Saving…";
  if (storage.kind === "elsewhere") return `${storage.refused ? "Not done. " : ""}${readOnlyTabText}`;
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

/** What the last quick fix did, with an undo button. */
function FixStatus() {
  const { undoFix } = useActions();
  const isReadOnly = useReadOnlyTab();
  const lastFix = useWorkspace((state) => state.lastFix);
  if (!lastFix) return null;
  return (
    <span className={styles.fix} data-fix="">
      <Wrench size={12} aria-hidden />
      <VisibleName as="span" className={styles.fixText} text={fixText(lastFix)} />
      {lastFix.state === "applied" && !isReadOnly && (
        <Button variant="link" className={styles.undo} onClick={() => void undoFix()}>
          Undo
        </Button>
      )}
    </span>
  );
}

/**
 * Announces a fix, and its undoing, to screen readers. Always in the page: a live region that is inserted with its text is not announced.
 */
export function FixAnnouncer() {
  const lastFix = useWorkspace((state) => state.lastFix);
  return (
    <p role="status" className="unseen" aria-label="Quick fix">
      {lastFix && fixText(lastFix)}
    </p>
  );
}

function fixText({ verb, label, state }: LastFix): string {
  return state === "applied" ? `${verb}: ${label}` : `Undone: ${label}`;
}

interface Missing {
  /** One sentence. */
  readonly text: string;
  readonly canTryAgain: boolean;
}

/** The message about mounts whose files this browser has lost or that have not arrived; `undefined` if there are none. */
function useMissing(): Missing | undefined {
  const mounts = useWorkspace((state) => state.mounts);
  const missing = useWorkspace((state) => state.missing);
  const deliveries = useWorkspace((state) => state.deliveries);
  const isFetching = useWorkspace((state) => state.activity.kind === "cloning");
  const lost = mounts.filter(({ id }) => missing.includes(id));
  const stopped = mounts.filter(({ id }) => deliveries.get(id)?.kind === "stopped");
  const stoppedTexts = stopped.flatMap(({ id, label }) => {
    const status = deliveries.get(id);
    return status?.kind === "stopped" ? pendingText(label, status.pending, status.failure) : [];
  });
  if (lost.length === 0 && stopped.length === 0) return undefined;
  const fetchable = lost.filter(canBeFetched);
  const told = fetchable.length > 0 ? fetchable : lost;
  const failed = fetchable.length > 0 ? "failed" : "impossible";
  const lostText = missingText(
    told.map(({ label }) => label),
    isFetching && fetchable.length > 0 ? "under way" : failed,
  );
  return {
    text: [...stoppedTexts, ...(lost.length > 0 ? [lostText] : [])].join(" "),
    canTryAgain: stopped.some(canBeFetched) || (fetchable.length > 0 && !isFetching),
  };
}
