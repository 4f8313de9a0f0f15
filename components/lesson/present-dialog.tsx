import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useOpenedRoom } from "#components/room/lesson-room.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { stepOf } from "#lib/lesson/progress.ts";
import { spacedCode } from "#lib/room/room-code.ts";
import styles from "./lesson.module.css";
import { type LessonProps, StepBody } from "./step-body.tsx";

/** One step in large type, for projection: the arrow keys move between the steps. */
export function PresentDialog({ running, progress, onClose }: LessonProps & { onClose: () => void }) {
  const { lessonVerb } = useActions();
  const { steps } = running.lesson;
  const opened = useOpenedRoom(running);
  const step = stepOf(running.lesson, progress);
  const at = step ? steps.indexOf(step) : 0;
  const go = useEffectEvent((by: number) => {
    const next = steps[at + by];
    if (next) void lessonVerb({ do: "go", step: next.id });
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "ArrowRight" || event.key === "PageDown") go(1);
      if (event.key === "ArrowLeft" || event.key === "PageUp") go(-1);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <Dialog
      title={running.lesson.title}
      size="wide"
      dismissable={false}
      onClose={onClose}
      footer={
        <>
          <p className={styles.where} role="status">
            {at + 1} of {steps.length}
            {opened && ` · ${location.host}/room, ${spacedCode(opened.code)}`}
          </p>
          <Button disabled={at === 0} onClick={() => void go(-1)}>
            <ArrowLeft size={15} aria-hidden /> Previous
          </Button>
          <Button variant="primary" disabled={at === steps.length - 1} onClick={() => void go(1)}>
            Next <ArrowRight size={15} aria-hidden />
          </Button>
        </>
      }
    >
      <div className={styles.present}>
        {step && (
          <h3>
            <VisibleName text={step.title} />
          </h3>
        )}
        {step && <StepBody key={step.id} running={running} progress={progress} step={step} isPresented />}
      </div>
    </Dialog>
  );
}
