import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { failureParts } from "#lib/failure-text.ts";
import styles from "./workshop.module.css";

/** Makes a lesson of what was done in this workspace: its conversation as steps, its changes as the solution. */
export function MakeLessonDialog({ onClose }: { onClose: () => void }) {
  const { lessonDraft, makeLesson } = useActions();
  const [title, setTitle] = useState("");
  const [draft, setDraft] = useState("");
  const { busy, failure, start, cancel } = useDownload((options) => makeLesson(title, options));
  useEffect(() => {
    let isOver = false;
    void lessonDraft(title).then((text) => isOver || setDraft(text));
    return () => {
      isOver = true;
    };
  }, [lessonDraft, title]);
  return (
    <Dialog
      title="Make a lesson from this"
      onClose={onClose}
      footer={
        <>
          {busy && (
            <Button variant="quiet" onClick={cancel}>
              Cancel
            </Button>
          )}
          <Button variant="primary" aria-disabled={busy} onClick={() => !busy && void start()}>
            <Download size={14} aria-hidden /> {busy ? "Packing …" : "Download workshop.zip"}
          </Button>
        </>
      }
    >
      <div className={styles.make}>
        <p>
          Your messages and commands become steps with buttons and checks, and your changed files their solutions. Add
          your own words, then upload the folder to see the lesson as a learner does.
        </p>
        <TextField label="Title" value={title} maxLength={120} onChange={(event) => setTitle(event.target.value)} />
        <section className={styles.text} tabIndex={0} aria-label="The lesson's text">
          <VisibleName text={draft} form="text" />
        </section>
        <p role="status" className={styles.note}>
          {failure && failureParts(failure).what}
        </p>
        <p className={styles.note}>
          The <a href="/guide/workshops">guide for workshops</a> lists all that a lesson can contain.
        </p>
      </div>
    </Dialog>
  );
}
