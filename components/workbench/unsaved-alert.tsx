import { CircleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { timeText } from "#components/ui/times.ts";
import { SaveButton } from "#components/workspace/save-button.tsx";
import { useUnsaved } from "#components/workspace/saving.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { failureParts } from "#lib/failure-text.ts";
import type { StorageState } from "#lib/state/state.ts";
import styles from "./unsaved-alert.module.css";

/** Shown while closing the page would lose work; says so once everything is saved. */
export function UnsavedAlert() {
  const unsaved = useUnsaved();
  const isKept = useWorkspace(({ storage }) => storage.kind !== "memory");
  const [isTold, setTold] = useState(true);
  if (unsaved && isTold) setTold(false);
  const isSavedAgain = isKept && !isTold;
  return (
    <>
      {unsaved && <Alert storage={unsaved} />}
      <div role="status" className={isSavedAgain ? styles.saved : undefined}>
        {isSavedAgain && (
          <>
            <span>Saved again. Nothing is missing.</span>
            <Button size="small" variant="quiet" onClick={() => setTold(true)}>
              Dismiss
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function Alert({ storage }: { storage: Extract<StorageState, { kind: "memory" }> }) {
  const { exportChanges } = useActions();
  const download = useDownload(exportChanges);
  const { isTrying, tried, tryNow } = useTrying();
  useLeaveQuestion();
  const { what, next } = failureParts(storage.failure);
  return (
    <section className={styles.alert} aria-label="Not saved">
      <CircleAlert size={18} aria-hidden />
      <p role="alert">
        <strong>Your latest changes are only in this tab.</strong> {what} {next}
      </p>
      <p role="status" className={styles.tried}>
        {tried}
      </p>
      <span className={styles.choices}>
        {storage.canTryAgain && (
          <Button size="small" variant="primary" aria-disabled={isTrying} onClick={() => !isTrying && tryNow()}>
            {isTrying ? "Trying…" : "Try again"}
          </Button>
        )}
        <SaveButton size="small" download={download}>
          Download my changes
        </SaveButton>
      </span>
    </section>
  );
}

/** Seconds between automatic attempts to save, doubled up to `last`, because each attempt writes the whole workspace. */
const pauses = { first: 30, last: 480 };

function useTrying() {
  const { trySaving } = useActions();
  const [isTrying, setTrying] = useState(false);
  const [tried, setTried] = useState("");
  async function save() {
    setTrying(true);
    await trySaving();
    setTrying(false);
  }
  const saveByItself = useEffectEvent(save);
  useEffect(() => {
    let pause = pauses.first;
    let timer = setTimeout(again, pause * 1000);
    let isOver = false;
    async function again() {
      await saveByItself();
      // The attempt that succeeds removes this alert.
      if (isOver) return;
      pause = Math.min(pause * 2, pauses.last);
      timer = setTimeout(again, pause * 1000);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  async function tryNow() {
    await save();
    // If the attempt succeeded, the alert has been unmounted.
    setTried(`Tried at ${timeText(Date.now())}: still not saved.`);
  }
  return { isTrying, tried, tryNow: () => void tryNow() };
}

/** Makes the browser ask before the page is left. */
function useLeaveQuestion(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}
