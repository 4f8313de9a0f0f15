import { CircleAlert } from "lucide-react";
import viewer from "#components/files/file.module.css";
import { FilePath } from "#components/files/file-path.tsx";
import { Button } from "#components/ui/button.tsx";
import { useReadOnlyTab, useUnsavedFile } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { draftAt, isInConflict } from "#lib/state/drafts.ts";
import type { Draft } from "#lib/state/state.ts";
import { DraftVerdicts } from "./draft-verdicts.tsx";
import { lineEndingOf } from "./editor-setup.ts";
import { EditorTools } from "./editor-tools.tsx";
import styles from "./file-editor.module.css";
import { ShowChanges } from "./show-changes.tsx";
import { TextEditor } from "./text-editor.tsx";
import { useDraftStanding } from "./use-draft-standing.ts";

interface FileEditorProps {
  readonly path: string;
  /** The file's current text; absent if the file is gone. */
  readonly disk: string | undefined;
  /** Whether the person has just asked to edit, and so should get the focus. */
  readonly takesFocus: boolean;
  readonly onDone: () => void;
}

/** A text file being edited: the harness and the model see the text only after it is saved. */
export function FileEditor({ path, disk, takesFocus, onDone }: FileEditorProps) {
  const { changeDraft, saveDraft } = useActions();
  const isReadOnly = useReadOnlyTab();
  const draft = useWorkspace((state) => draftAt(state, path));
  const asked = useWorkspace((state) => state.selection.file);
  const profileId = useWorkspace((state) => state.profileId);
  const unsaved = useUnsavedFile(path);
  const text = draft?.text ?? disk ?? "";
  const ending = lineEndingOf(draft?.base ?? disk ?? "");
  const { problems, standings = [] } = useDraftStanding(path, text);
  return (
    <>
      <header className={viewer.head}>
        <FilePath path={path} size={new TextEncoder().encode(text).length} />
        <EditorTools path={path} draft={draft} disk={disk} onDone={onDone} />
      </header>
      {draft && isInConflict(draft, disk) && <ConflictNote path={path} draft={draft} disk={disk} />}
      {draft?.failure && <FailedSave failure={draft.failure} />}
      {unsaved && !draft?.failure && <KeptHereOnly failure={unsaved.failure} />}
      <TextEditor
        key={ending}
        path={path}
        text={text}
        ending={ending}
        asked={asked}
        takesFocus={takesFocus}
        isReadOnly={isReadOnly}
        problems={problems}
        harness={profileById(profileId)}
        onChange={(now) => void changeDraft(path, now)}
        onSave={() => void saveDraft(path)}
      />
      {standings.length > 0 && <DraftVerdicts path={path} standings={standings} profileId={profileId} />}
    </>
  );
}

interface ConflictNoteProps {
  readonly path: string;
  readonly draft: Draft;
  /** The file's current text; absent if the file is gone. */
  readonly disk: string | undefined;
}

/** Says that the file has changed while it was being edited, and lets the person choose between the versions. */
function ConflictNote({ path, draft, disk }: ConflictNoteProps) {
  const { dropDraft, keepDraft } = useActions();
  const isReadOnly = useReadOnlyTab();
  return (
    <div className={styles.note}>
      <CircleAlert size={14} aria-hidden />
      <p role="alert">
        {disk === undefined
          ? "This file was removed. Saving creates it again."
          : "The file changed while you were editing it. Saving overwrites that change."}
      </p>
      <ShowChanges
        label="Compare both"
        path={path}
        left={{ label: "Theirs", text: disk ?? "" }}
        right={{ label: "Mine", text: draft.text }}
      />
      <Button size="small" disabled={isReadOnly} onClick={() => void keepDraft(path)}>
        Keep mine
      </Button>
      <Button size="small" disabled={isReadOnly} onClick={() => void dropDraft(path)}>
        Take theirs
      </Button>
    </div>
  );
}

/** Why saving failed. The text is still in the editor. */
function FailedSave({ failure }: { failure: Failure }) {
  const { what, next } = failureParts(failure);
  return (
    <p role="alert" className={styles.note}>
      <CircleAlert size={14} aria-hidden />{" "}
      <span>
        Not saved. {what} Your text is still here. {next}
      </span>
    </p>
  );
}

/** Why the file is in this tab only. The alert at the foot of the page says what to do about it. */
function KeptHereOnly({ failure }: { failure: Failure }) {
  return (
    <p role="alert" className={styles.note}>
      <CircleAlert size={14} aria-hidden />{" "}
      <span>Kept in this tab only, not saved: {lowerFirst(failureParts(failure).title)}.</span>
    </p>
  );
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
