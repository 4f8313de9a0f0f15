import { useMemo } from "react";
import { FilePath } from "#components/files/viewer/file-path.tsx";
import styles from "#components/files/viewer/file-viewer.module.css";
import { useFollows } from "#components/workspace/use-follows.ts";
import { useUnsavedFile } from "#components/workspace/use-unsaved.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { draftAt, isInConflict } from "#lib/workspace/tree/drafts.ts";
import { DraftConflict } from "./draft-conflict.tsx";
import { EditorTools } from "./editor-tools.tsx";
import { FailedSave, KeptHereOnly } from "./failed-save.tsx";
import { lineEndingOf } from "./line-endings.ts";
import { TextEditor } from "./text-editor.tsx";

interface FileEditorProps {
  readonly path: string;
  /** The file's text as it is now; absent where there is no file any more. */
  readonly disk: string | undefined;
  /** Whether its person has just asked for it, and goes on in it. */
  readonly takesFocus: boolean;
  readonly onDone: () => void;
}

/** A text file being edited: nothing but this sees what is typed until it is saved. */
export function FileEditor({ path, disk, takesFocus, onDone }: FileEditorProps) {
  const { changeDraft, saveDraft } = useActions();
  const follows = useFollows();
  const draft = useWorkspace((state) => draftAt(state, path));
  const asked = useWorkspace((state) => state.selection.file);
  const problems = useWorkspace((state) => state.view.problems);
  const notices = useMemo(() => problems.filter((notice) => notice.path === path), [problems, path]);
  const unsaved = useUnsavedFile(path);
  const text = draft?.text ?? disk ?? "";
  const ending = lineEndingOf(draft?.base ?? disk ?? "");
  return (
    <>
      <header className={styles.head}>
        <FilePath path={path} size={new TextEncoder().encode(text).length} />
        <EditorTools path={path} draft={draft} disk={disk} onDone={onDone} />
      </header>
      {draft && isInConflict(draft, disk) && <DraftConflict path={path} draft={draft} disk={disk} />}
      {draft?.failure && <FailedSave failure={draft.failure} />}
      {unsaved && !draft?.failure && <KeptHereOnly failure={unsaved.failure} />}
      <TextEditor
        key={ending}
        path={path}
        text={text}
        ending={ending}
        asked={asked}
        takesFocus={takesFocus}
        isReadOnly={follows}
        notices={notices}
        onChange={(now) => void changeDraft(path, now)}
        onSave={() => void saveDraft(path)}
      />
    </>
  );
}
