import type { Lesson, Step } from "./lesson.ts";
import { checkIds, type LessonProgress } from "./progress.ts";

export interface Revision {
  readonly progress: LessonProgress;
  /** What an update of the lesson has changed, in sentences; absent where a learner would notice no difference. */
  readonly news?: string;
}

/**
 * Progress adapted to a lesson that may have been updated since. Passes of removed checks stay in the record.
 * @param before the lesson before the update; absent where only its checks are known, from the progress
 */
export function revise(progress: LessonProgress, lesson: Lesson, before?: Lesson): Revision {
  const now = checkIds(lesson);
  const steps = before && changesOf(idsOf(before), idsOf(lesson));
  const rewritten = before ? rewrittenSteps(before, lesson) : 0;
  const changes = [
    told("step", steps),
    told("check", changesOf(progress.known, now)),
    rewritten > 0 && `${plural(rewritten, "step")} rewritten`,
  ].filter((one) => typeof one === "string");
  if (changes.length === 0) return { progress };
  const isStepGone = before !== undefined && isOf(before, progress.step) && !isOf(lesson, progress.step);
  return {
    progress: { ...progress, known: now },
    news: [
      `This lesson was updated: ${changes.join("; ")}.`,
      isStepGone && "The step you were at is gone.",
      "What you had passed stays passed.",
    ]
      .filter(Boolean)
      .join(" "),
  };
}

interface Changes {
  readonly added: number;
  readonly gone: number;
}

function changesOf(before: readonly string[], now: readonly string[]): Changes {
  return {
    added: now.filter((id) => !before.includes(id)).length,
    gone: before.filter((id) => !now.includes(id)).length,
  };
}

/** `2 checks new, 1 gone`. */
function told(word: string, changes: Changes | undefined): string | undefined {
  if (!changes) return undefined;
  const { added, gone } = changes;
  if (added === 0) return gone === 0 ? undefined : `${plural(gone, word)} gone`;
  return `${plural(added, word)} new${gone === 0 ? "" : `, ${gone} gone`}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function idsOf({ steps }: Lesson): readonly string[] {
  return steps.map(({ id }) => id);
}

function isOf(lesson: Lesson, step: string): boolean {
  return lesson.steps.some(({ id }) => id === step);
}

/** Number of steps that exist before and after with different texts or actions. */
function rewrittenSteps(before: Lesson, lesson: Lesson): number {
  const earlier = new Map(before.steps.map((step) => [step.id, wordsOf(step)]));
  return lesson.steps.filter((step) => earlier.has(step.id) && earlier.get(step.id) !== wordsOf(step)).length;
}

/** Everything that a step says and does, without line numbers and without its checks, which are counted separately. */
function wordsOf({ title, blocks }: Step): string {
  const others = blocks.filter(({ kind }) => kind !== "check");
  return JSON.stringify([title, others], (key, value) => (key === "line" ? undefined : (value as unknown)));
}
