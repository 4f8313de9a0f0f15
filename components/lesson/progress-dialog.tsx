import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { TableHead } from "#components/ui/table-head.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { dateTimeText } from "#components/ui/times.ts";
import { usePromised } from "#components/ui/use-promised.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { type Certificate, certificateFile, certificateLimits, formatProgress } from "#lib/share/progress-link.ts";
import type { LessonStanding, WorkshopStanding } from "#lib/workspace/lesson/certificate.ts";
import styles from "./progress.module.css";

/** The progress in all lessons of the workshop, to view and to hand to the teacher. */
export function ProgressDialog({ onClose }: { onClose: () => void }) {
  const standing = useStanding();
  const [name, setName] = useState("");
  if (!standing || standing === "none") {
    return (
      <Dialog title="Your progress" onClose={onClose}>
        <p role="status">
          {standing
            ? "This lesson comes from your own files and has no address, so there is no link to hand in. Push the workshop to a repository first."
            : "Looking through your lessons…"}
        </p>
      </Dialog>
    );
  }
  const certificate = certificateOf(standing, name);
  return (
    <Dialog title="Your progress" onClose={onClose}>
      <div className={styles.dialog}>
        <Lessons lessons={standing.lessons} />
        <TextField
          label="Your name (optional)"
          maxLength={certificateLimits.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint="Leave it empty to stay anonymous."
        />
        <HandOver certificate={certificate} />
        <p className={styles.note}>
          The link contains the workshop and its commit, the checks you passed and when, which of them with the solution
          shown, and how many steps you skipped. It contains no messages, files or keys. Your teacher pastes it into{" "}
          <a href="/class">the page for classes</a>.
        </p>
      </div>
    </Dialog>
  );
}

function certificateOf(standing: WorkshopStanding, name: string): Certificate {
  const { workshop, title, commit } = standing;
  const begun = standing.lessons.filter(({ total }) => total > 0);
  return {
    workshop,
    title,
    ...(commit !== undefined && { commit }),
    ...(name.trim() !== "" && { name: name.trim() }),
    lessons: begun.map(({ title: _, ...lesson }) => lesson),
  };
}

/** The progress in the workshop; updated whenever a check is passed. */
function useStanding(): WorkshopStanding | "none" | undefined {
  const progress = useWorkspace((state) => state.lessonProgress);
  const { workshopStanding } = useActions();
  return usePromised(async () => (await workshopStanding()) ?? "none", [progress, workshopStanding]);
}

function Lessons({ lessons }: { lessons: readonly LessonStanding[] }) {
  return (
    <table className={styles.table}>
      <TableHead columns={["Lesson", "Passed", "With the solution", "Last"]} />
      <tbody>
        {lessons.map((lesson) => (
          <LessonRow key={lesson.id} lesson={lesson} />
        ))}
      </tbody>
    </table>
  );
}

function LessonRow({ lesson: { title, total, passed } }: { lesson: LessonStanding }) {
  const shown = passed.filter(({ by }) => by === "solution").length;
  const last = passed.reduce((latest, { at }) => Math.max(latest, at), 0);
  return (
    <tr data-whole={total > 0 && passed.length === total ? "" : undefined}>
      <th scope="row">
        <VisibleName text={title} />
      </th>
      <td>{total === 0 ? "not started" : `${passed.length} of ${total}`}</td>
      <td>{shown === 0 ? "–" : shown}</td>
      <td>{last === 0 ? "–" : dateTimeText(last)}</td>
    </tr>
  );
}

function HandOver({ certificate }: { certificate: Certificate }) {
  const link = async () => `${location.origin}/class${await formatProgress(certificate)}`;
  const { start } = useDownload(async () => certificateFile(certificate));
  return (
    <div className={styles.hand}>
      <CopyButton text={link} label="Copy progress link" variant="primary" size="medium" />
      <Button onClick={() => void start()}>
        <Download size={14} aria-hidden /> Save as a file
      </Button>
    </div>
  );
}
