import { useState } from "react";
import { spokenKeys } from "#components/actions/action.ts";
import { saveFile } from "#components/actions/files-actions.ts";
import styles from "#components/files/file.module.css";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/dialog.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import { useReadOnlyTab, useUnsavedFile } from "#components/workspace/saving.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { isInConflict } from "#lib/state/drafts.ts";
import type { Draft } from "#lib/state/state.ts";
import { basename } from "#lib/vfs/paths.ts";
import { ShowChanges } from "./show-changes.tsx";

interface EditorToolsProps {
  readonly path: string;
  /** Absent while there are no unsaved edits. */
  readonly draft: Draft | undefined;
  readonly disk: string | undefined;
  readonly onDone: () => void;
}

/** Actions on the text being edited. */
export function EditorTools({ path, draft, disk, onDone }: EditorToolsProps) {
  const { saveDraft } = useActions();
  const isReadOnly = useReadOnlyTab();
  const unsaved = useUnsavedFile(path);
  const cannotSave = isReadOnly || !draft || isInConflict(draft, disk);
  return (
    <span className={styles.tools}>
      <span role="status">{(draft || unsaved) && <Tag tone={unsaved ? "bad" : "tier1"}>not saved</Tag>}</span>
      {draft && disk !== undefined && (
        <ShowChanges path={path} left={{ label: "Saved", text: disk }} right={{ label: "Typed", text: draft.text }} />
      )}
      {/* Not disabled while it has the focus, though there is nothing to save until something is typed. */}
      <Button
        size="small"
        variant="primary"
        aria-disabled={cannotSave}
        aria-keyshortcuts={saveFile.keys && spokenKeys(saveFile.keys)}
        onClick={() => !cannotSave && void saveDraft(path)}
      >
        Save
      </Button>
      <Leave path={path} isTyped={draft !== undefined} onDone={onDone} />
    </span>
  );
}

/** Leaves the editor. Unsaved text is discarded only after the person has confirmed it. */
function Leave({ path, isTyped, onDone }: { path: string; isTyped: boolean; onDone: () => void }) {
  const { dropDraft } = useActions();
  const isReadOnly = useReadOnlyTab();
  const unsaved = useUnsavedFile(path);
  const [isAsking, setAsking] = useState(false);
  useAsked("discard", () => setAsking(isTyped && !isReadOnly));
  async function discard() {
    setAsking(false);
    await dropDraft(path);
    onDone();
  }
  return (
    <>
      <Button size="small" disabled={isTyped && isReadOnly} onClick={isTyped ? () => setAsking(true) : onDone}>
        {isTyped ? "Discard changes" : unsaved ? "Close" : "Done"}
      </Button>
      {isAsking && <DiscardDialog path={path} onDiscard={() => void discard()} onClose={() => setAsking(false)} />}
    </>
  );
}

interface DiscardDialogProps {
  readonly path: string;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before unsaved text is discarded. */
function DiscardDialog({ path, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title={`Discard changes to ${basename(path)}`}
      verb="Discard"
      onConfirm={onDiscard}
      onClose={onClose}
    >
      <p>This deletes what you typed since the last save. The saved file stays as it is.</p>
    </ConfirmDialog>
  );
}
