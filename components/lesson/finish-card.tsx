import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { plural } from "#lib/format-count.ts";
import { checksOf } from "#lib/lesson/lesson.ts";
import { isDone, stepOf } from "#lib/lesson/progress.ts";
import styles from "./lesson.module.css";
import type { LessonProps } from "./step-body.tsx";

interface FinishCardProps extends LessonProps {
  /** Opens the progress dialog, from which progress is handed to a teacher. */
  readonly onProgress: () => void;
}

/** Shown below the last step once all checks of the lesson are passed: what was done, and what to do next. */
export function FinishCard({ running: { lesson, texts }, progress, onProgress }: FinishCardProps) {
  const checks = lesson.steps.flatMap(checksOf);
  const isLastStep = stepOf(lesson, progress) === lesson.steps.at(-1);
  const isWhole =
    checks.length > 0 && lesson.steps.every((step) => checksOf(step).length === 0 || isDone(step, progress));
  if (!isLastStep || !isWhole) return null;
  return (
    <Finished count={checks.length} isLastLesson={texts.lessons.at(-1)?.id === texts.id} onProgress={onProgress} />
  );
}

interface FinishedProps extends Pick<FinishCardProps, "onProgress"> {
  /** Number of the lesson's checks. */
  readonly count: number;
  readonly isLastLesson: boolean;
}

function Finished({ count, isLastLesson, onProgress }: FinishedProps) {
  const card = useRef<HTMLElement>(null);
  // The card appears below the check that was just passed, usually out of sight.
  useEffect(() => {
    // In newer browsers this returns a promise, which an effect must not return.
    void card.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section ref={card} className={styles.finish} aria-label="Lesson finished">
      <h3>
        <CircleCheck size={18} aria-hidden /> {isLastLesson ? "You finished the last lesson" : "Lesson finished"}
      </h3>
      <p>
        You passed {count === 1 ? "its check" : `all ${plural(count, "check")}`}.{" "}
        {isLastLesson ? "Now try it with skills of your own." : "The next lesson is one click away."}
      </p>
      <Button size="small" aria-haspopup="dialog" onClick={onProgress}>
        What you have passed
      </Button>
    </section>
  );
}
