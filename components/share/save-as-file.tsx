import { Download } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Help } from "#components/ui/help.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { failureParts } from "#lib/failure-text.ts";
import { isUnverified } from "#lib/state/mount.ts";
import styles from "./share.module.css";

/** Saves the whole workspace as one file, which the landing page can open again, here or elsewhere. */
export function SaveAsFile() {
  const isEmpty = useWorkspace((state) => state.mounts.length === 0);
  const isDoubted = useWorkspace((state) => state.mounts.some(isUnverified));
  const { exportFile } = useActions();
  const { busy, share, failure, start, cancel } = useDownload(exportFile);
  if (isEmpty) return null;
  return (
    <section className={styles.file}>
      <h3>
        As a file{" "}
        <Help about="As a file">
          <p>
            Holds files, changes, states and conversations, but no keys. Open it again on the home page.
            {isDoubted && " Unverified imports stay marked."}
          </p>
        </Help>
      </h3>
      <p className={styles.saving}>
        <Button aria-disabled={busy} onClick={() => !busy && void start()}>
          <Download size={14} aria-hidden /> {busy ? "Saving…" : "Save workspace as a file"}
        </Button>
        {busy && (
          <>
            <progress aria-label="Packing" value={share} />
            <Button size="small" variant="quiet" onClick={cancel}>
              Cancel
            </Button>
          </>
        )}
      </p>
      <p role="status">{failure && failureParts(failure).what}</p>
    </section>
  );
}
