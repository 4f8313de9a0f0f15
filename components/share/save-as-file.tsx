import { Help } from "#components/ui/help.tsx";
import { SaveButton } from "#components/workspace/save-button.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { isUnverified } from "#lib/state/mount.ts";
import styles from "./share.module.css";

/** Saves the whole workspace as one file, which the landing page can open again, here or elsewhere. */
export function SaveAsFile() {
  const isEmpty = useWorkspace((state) => state.mounts.length === 0);
  const isDoubted = useWorkspace((state) => state.mounts.some(isUnverified));
  const { exportFile } = useActions();
  const download = useDownload(exportFile);
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
      <p>
        <SaveButton download={download}>Save workspace as a file</SaveButton>
      </p>
    </section>
  );
}
