import { FilePlus2, Plus } from "lucide-react";
import { useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { newFile } from "#components/actions/files-actions.ts";
import { ChangesButton } from "#components/changes/changes-button.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { apart, askFor, useAsked } from "#components/workspace/asked-dialog.ts";
import { OpeningNote, Panel } from "#components/workspace/panel.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { isOpening } from "#lib/state/state.ts";
import styles from "./file-tree.module.css";
import { FileTree } from "./file-tree.tsx";

/** Fetched when it is first opened. */
const NewFileDialog = fetchedDialog(
  async () => (await import("#components/files/making/new-file-dialog.tsx")).NewFileDialog,
);

/** The file tree that the harness and the model see. */
export function FilesPanel() {
  const mounts = useWorkspace((state) => state.mounts);
  const opening = useWorkspace(isOpening);
  const [isMaking, setMaking] = useState(false);
  useAsked("new", () => setMaking(true));
  const count = mounts.reduce((sum, mount) => sum + mount.fileCount, 0);
  return (
    <Panel
      name="Files"
      note={count > 0 && formatCount(count)}
      actions={
        <>
          <ChangesButton />
          {mounts.length > 0 && (
            <ActionButton action={newFile} icon={<FilePlus2 size={14} aria-hidden />} size="small" />
          )}
          <IconButton label="Add a source" size="small" onClick={() => askFor("sources")}>
            <Plus size={15} aria-hidden />
          </IconButton>
        </>
      }
    >
      {mounts.length > 0 ? <FileTree /> : opening ? <OpeningNote /> : <p className={styles.none}>No files yet.</p>}
      {isMaking && apart(<NewFileDialog onClose={() => setMaking(false)} />)}
    </Panel>
  );
}
