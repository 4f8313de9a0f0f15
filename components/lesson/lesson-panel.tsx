import { Award, Presentation, UsersRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { LessonRoom, useOpenedRoom, useWorkshop } from "#components/room/lesson-room.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { OpeningNote, Panel } from "#components/workspace/panel.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import { checksOf } from "#lib/lesson/lesson.ts";
import { stepOf } from "#lib/lesson/progress.ts";
import { FinishCard } from "./finish-card.tsx";
import styles from "./lesson.module.css";
import { type LessonProps, StepBody } from "./step-body.tsx";
import { StepDots, StepFoot } from "./step-foot.tsx";
import { useStepAddress } from "./use-step-address.ts";

/** Fetched when it is first opened. */
const PresentDialog = fetchedDialog(async () => (await import("./present-dialog.tsx")).PresentDialog);
const RoomDialog = fetchedDialog(async () => (await import("#components/room/room-dialog.tsx")).RoomDialog);
const ProgressDialog = fetchedDialog(async () => (await import("./progress-dialog.tsx")).ProgressDialog);

/** The open lesson: its step, what to do, and the progress. */
export function LessonPanel() {
  const lesson = useWorkspace((state) => state.lesson);
  const progress = useWorkspace((state) => state.lessonProgress);
  if (!lesson || !progress) {
    return (
      <Panel name="Lesson">
        <OpeningNote />
      </Panel>
    );
  }
  return <OpenLesson running={lesson} progress={progress} />;
}

function OpenLesson({ running, progress }: LessonProps) {
  const { lesson, texts } = running;
  const step = stepOf(lesson, progress);
  const [dialog, setDialog] = useState<LessonDialog | undefined>(() =>
    new URLSearchParams(location.search).get("present") === "1" ? "present" : undefined,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useStepAddress(lesson, step?.id);
  useFocusOnNewStep(heading, step?.id);
  const opened = useOpenedRoom(running);
  const workshop = useWorkshop(running);
  const number = step ? lesson.steps.indexOf(step) + 1 : 0;
  const close = () => setDialog(undefined);
  return (
    <Panel name="Lesson" note={`Step ${number} of ${lesson.steps.length}`} actions={<LessonTools onOpen={setDialog} />}>
      <LessonRoom running={running} />
      <div className={styles.scroll}>
        <p className={styles.lesson}>
          <VisibleName as="strong" text={lesson.title} />
          {texts.lessons.length > 1 && (
            <span>
              {" "}
              · {texts.lessons.findIndex(({ id }) => id === texts.id) + 1} of {texts.lessons.length}
            </span>
          )}
        </p>
        <StepDots running={running} progress={progress} />
        <News running={running} />
        {step ? (
          <>
            <h3 ref={heading} tabIndex={-1} className={styles.title}>
              <VisibleName text={step.title} />
            </h3>
            <StepBody key={step.id} running={running} progress={progress} step={step} />
            <FinishCard running={running} progress={progress} onProgress={() => setDialog("progress")} />
          </>
        ) : (
          <p className={styles.note}>This lesson has no step.</p>
        )}
        <Faults running={running} />
      </div>
      {step && <StepFoot running={running} progress={progress} step={step} />}
      <Announcer running={running} progress={progress} />
      {dialog === "present" && <PresentDialog running={running} progress={progress} onClose={close} />}
      {dialog === "room" && <RoomDialog opened={opened} workshop={workshop} onClose={close} />}
      {dialog === "progress" && <ProgressDialog onClose={close} />}
    </Panel>
  );
}

type LessonDialog = "present" | "progress" | "room";

/** Buttons that open the lesson's dialogs. The room button is there only if the server has rooms and this lesson is in none. */
function LessonTools({ onOpen }: { onOpen: (dialog: LessonDialog) => void }) {
  const canOpenRoom = useWorkspace((state) => state.serverRooms === true && !state.room);
  return (
    <>
      {canOpenRoom && (
        <IconButton label="Live room" aria-haspopup="dialog" onClick={() => onOpen("room")}>
          <UsersRound size={16} aria-hidden />
        </IconButton>
      )}
      <IconButton label="Your progress" aria-haspopup="dialog" onClick={() => onOpen("progress")}>
        <Award size={16} aria-hidden />
      </IconButton>
      <IconButton label="Present: large type, one step" aria-haspopup="dialog" onClick={() => onOpen("present")}>
        <Presentation size={16} aria-hidden />
      </IconButton>
    </>
  );
}

/** What an update of the workshop changed. */
function News({ running: { news } }: Pick<LessonProps, "running">) {
  const { lessonVerb } = useActions();
  if (news === undefined) return null;
  return (
    <p role="status" className={styles.news}>
      {news}{" "}
      <Button size="small" variant="quiet" onClick={() => void lessonVerb({ do: "dismiss" })}>
        Dismiss
      </Button>
    </p>
  );
}

const mostFaults = 30;

/** For the lesson's author: which parts of the lesson cannot be read. A learner sees a note in place of each such block. */
function Faults({ running: { faults } }: Pick<LessonProps, "running">) {
  if (faults.length === 0) return null;
  return (
    <details className={styles.faults}>
      <summary>{plural(faults.length, "part of this lesson", "parts of this lesson")} could not be read</summary>
      <ul>
        {faults.slice(0, mostFaults).map(({ file, line, message }) => (
          <li key={`${file}:${line} ${message}`}>
            <VisibleName as="code" text={`${file}:${line}`} /> <VisibleName text={message} />
          </li>
        ))}
        {faults.length > mostFaults && (
          <li>{plural(faults.length - mostFaults, "more part is", "more parts are")} not listed.</li>
        )}
      </ul>
    </details>
  );
}

/** Announces to screen readers that a check has turned green. Always in the page, as live regions have to be. */
function Announcer({ running: { lesson }, progress }: LessonProps) {
  const isReadOnly = useReadOnlyTab();
  const [count, setCount] = useState(progress.passed.length);
  const [said, setSaid] = useState("");
  if (progress.passed.length !== count) {
    setCount(progress.passed.length);
    const last = progress.passed.at(-1);
    const check = lesson.steps.flatMap(checksOf).find(({ id }) => id === last?.check);
    // After a reset, passing the same check again has to be announced again.
    if (progress.passed.length < count) setSaid("");
    else if (check && !isReadOnly) setSaid(`Passed: ${check.label.replaceAll("`", "")}`);
  }
  return (
    <p role="status" className="unseen" aria-label="Checks">
      {said}
    </p>
  );
}

/** Focuses the heading when a person goes to another step, so that reading continues there. */
function useFocusOnNewStep(heading: React.RefObject<HTMLHeadingElement | null>, step: string | undefined): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  }, [heading, step]);
}
