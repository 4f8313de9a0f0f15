import { ArrowLeft, ArrowRight, Eye, RotateCcw, SkipForward, Undo2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { checksOf, type Step } from "#lib/lesson/lesson.ts";
import { isDone } from "#lib/lesson/progress.ts";
import { formatSourcePath, parseSourcePath } from "#lib/share/source-path.ts";
import { lessonOf, type Source } from "#lib/vfs/source.ts";
import styles from "./lesson.module.css";
import type { LessonProps } from "./step-body.tsx";

interface StepProps extends LessonProps {
  readonly step: Step;
}

/** The steps of the lesson in one line: which are done, skipped or shown. */
export function StepDots({ running: { lesson }, progress }: LessonProps) {
  const { lessonVerb } = useActions();
  if (lesson.steps.length < 2) return null;
  return (
    <nav aria-label="Steps" className={styles.dots}>
      {lesson.steps.map((step, index) => {
        const state = stateOf(step, progress);
        const isShown = step.id === progress.step;
        return (
          <button
            key={step.id}
            type="button"
            data-state={state}
            aria-current={isShown ? "step" : undefined}
            aria-label={visibleName(`Step ${index + 1}: ${step.title}${state === "open" ? "" : `, ${state}`}`)}
            title={visibleName(step.title)}
            onClick={() => void lessonVerb({ do: "go", step: step.id })}
          />
        );
      })}
    </nav>
  );
}

function stateOf(step: Step, progress: LessonProps["progress"]): "done" | "skipped" | "open" {
  if (isDone(step, progress)) return "done";
  return progress.skipped.includes(step.id) ? "skipped" : "open";
}

/** Below the step: help with it, and the button to the next one. */
export function StepFoot({ running, progress, step }: StepProps) {
  const { lessonVerb } = useActions();
  const { steps } = running.lesson;
  const at = steps.indexOf(step);
  const [previous, next] = [steps[at - 1], steps[at + 1]];
  const isReady = checksOf(step).length === 0 || isDone(step, progress);
  return (
    <footer className={styles.foot}>
      <StepTools key={step.id} running={running} progress={progress} step={step} />
      <div className={styles.ways}>
        <Button disabled={!previous} onClick={() => previous && void lessonVerb({ do: "go", step: previous.id })}>
          <ArrowLeft size={15} aria-hidden /> Previous
        </Button>
        {next ? (
          <Button variant={isReady ? "primary" : "plain"} onClick={() => void lessonVerb({ do: "go", step: next.id })}>
            Next <ArrowRight size={15} aria-hidden />
          </Button>
        ) : (
          <NextLesson running={running} isReady={isReady} />
        )}
      </div>
    </footer>
  );
}

function StepTools({ running, progress, step }: StepProps) {
  const { lessonVerb } = useActions();
  const isReadOnly = useReadOnlyTab();
  const isSolved = progress.mine !== undefined;
  const hasChecks = checksOf(step).length > 0;
  const isOpen = hasChecks && !isDone(step, progress) && !progress.skipped.includes(step.id);
  const { steps } = running.lesson;
  const next = steps[steps.indexOf(step) + 1];
  // Where the result differs from what the button says.
  const [said, setSaid] = useState<string>();
  const run = async (verb: "reset" | "restore" | "solve" | "undo") => setSaid(await lessonVerb({ do: verb }));
  async function skip() {
    await lessonVerb({ do: "skip" });
    if (next) await lessonVerb({ do: "go", step: next.id });
  }
  return (
    <fieldset className={styles.tools} disabled={isReadOnly} aria-label="This step">
      {isOpen && (
        <Button size="small" variant="quiet" onClick={() => void skip()}>
          <SkipForward size={14} aria-hidden /> Skip
        </Button>
      )}
      {isSolved ? (
        <Button size="small" variant="quiet" onClick={() => void run("restore")}>
          <Undo2 size={14} aria-hidden /> Back to my version
        </Button>
      ) : (
        running.texts.solution.length > 0 && (
          <Button size="small" variant="quiet" onClick={() => void run("solve")}>
            <Eye size={14} aria-hidden /> Show solution
          </Button>
        )
      )}
      <Button size="small" variant="quiet" onClick={() => void run("reset")}>
        <RotateCcw size={14} aria-hidden /> Reset
      </Button>
      {running.canUndo && (
        <Button size="small" variant="quiet" onClick={() => void run("undo")}>
          <Undo2 size={14} aria-hidden /> Undo reset
        </Button>
      )}
      <p role="status" className={styles.near}>
        {said}
      </p>
    </fieldset>
  );
}

/** Shown after the last step: a link to the next lesson, or that this was the last one. */
function NextLesson({ running: { texts, mountId }, isReady }: Pick<LessonProps, "running"> & { isReady: boolean }) {
  const id = useWorkspace((state) => state.id);
  const source = useWorkspace(({ mounts }) => mounts.find((mount) => mount.id === mountId)?.source);
  const next = texts.lessons[texts.lessons.findIndex((one) => one.id === texts.id) + 1];
  if (!next && !isReady) return <p className={styles.note}>This is the last lesson.</p>;
  if (!next)
    return (
      <Link href="/" prefetch={false} className={styles.next}>
        Open a repository <ArrowRight size={15} className={styles.arrow} aria-hidden />
      </Link>
    );
  const address = lessonAddress(parseSourcePath(id) ?? source, next.id);
  if (address === undefined) return <p className={styles.note}>Open the next lesson where you opened this one.</p>;
  return (
    <Link href={address} prefetch={false} className={styles.next}>
      <span className="unseen">Next lesson: </span>
      <VisibleName text={next.title} /> <ArrowRight size={15} className={styles.arrow} aria-hidden />
    </Link>
  );
}

/** The address of another lesson of the same workshop; `undefined` for a workshop in a local folder. */
function lessonAddress(source: Source | undefined, lesson: string): string | undefined {
  return source && lessonOf(source) !== undefined ? formatSourcePath({ ...source, lesson } as Source) : undefined;
}
