import { append, type EventLog, emptyLog, type Happening, type LessonEvent } from "./events.ts";
import { checksOf, type Lesson, type Step } from "./lesson.ts";

/** A check that was met once. It stays passed, whatever happens to the files later. */
export interface Pass {
  readonly check: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `solution`: by then the lesson's solution had been shown or written to the files. */
  readonly by: "learner" | "solution";
}

/** An earlier version of a file, by its path relative to the project's folder; `null` where there was no file. */
export interface KeptFile {
  readonly path: string;
  readonly text: string | null;
}

/** When a step was first opened, and what the learner had changed by then. */
export interface OpenedStep {
  readonly step: string;
  /** Events from this `seq` on belong to the step. */
  readonly from: number;
  /** Absent where it was too much to keep. */
  readonly changed?: readonly KeptFile[];
}

/** A learner's progress in one lesson: plain data, stored with the workspace. */
export interface LessonProgress {
  /** The id of the step that is shown. */
  readonly step: string;
  readonly opened: readonly OpenedStep[];
  readonly passed: readonly Pass[];
  /** Ids of steps. */
  readonly skipped: readonly string[];
  readonly log: EventLog;
  /** The learner's own version of files, while the solution stands in their place. */
  readonly mine?: readonly KeptFile[];
  /** Ids of the checks that the lesson had when it was last shown: an update may have others. */
  readonly known: readonly string[];
}

export function beginLesson(lesson: Lesson): LessonProgress {
  return { step: "", opened: [], passed: [], skipped: [], log: emptyLog, known: checkIds(lesson) };
}

/** The ids of all checks of a lesson, in order. */
export function checkIds({ steps }: Lesson): readonly string[] {
  return steps.flatMap(checksOf).map(({ id }) => id);
}

/** The step that is shown; the first step if that one no longer exists. */
export function stepOf(lesson: Lesson, { step }: Pick<LessonProgress, "step">): Step | undefined {
  return lesson.steps.find(({ id }) => id === step) ?? lesson.steps[0];
}

/** Shows a step. @param changed what the learner has changed so far; stored when the step is opened for the first time */
export function openStep(
  progress: LessonProgress,
  step: string,
  changed: readonly KeptFile[] | undefined,
): LessonProgress {
  const isKnown = progress.opened.some((one) => one.step === step);
  const opened = isKnown
    ? progress.opened
    : [...progress.opened, { step, from: progress.log.next, ...(changed && { changed }) }];
  return { ...progress, step, opened };
}

/** What happened since a step began. */
export function eventsSince({ opened, log }: LessonProgress, step: string): readonly LessonEvent[] {
  const from = opened.find((one) => one.step === step)?.from ?? log.next;
  return log.events.filter(({ seq }) => seq >= from);
}

/** The choice that was last made in a quiz of a step since the step began. */
export function lastAnswer(progress: LessonProgress, step: string, check: string): number | undefined {
  const choices = eventsSince(progress, step).flatMap((event) =>
    event.kind === "quiz" && event.check === check ? [event.choice] : [],
  );
  return choices.at(-1);
}

export function record(progress: LessonProgress, happened: readonly Happening[], at: number): LessonProgress {
  return happened.length === 0 ? progress : { ...progress, log: append(progress.log, happened, at) };
}

/** Records the checks of a step that are met now and were not before. Returns the same object if there are none. */
export function pass(progress: LessonProgress, step: Step, met: readonly string[], at: number): LessonProgress {
  const before = new Set(progress.passed.map(({ check }) => check));
  const fresh = met.filter((id) => !before.has(id));
  if (fresh.length === 0) return progress;
  const revealed = progress.log.events.flatMap((event) => (event.kind === "solution" ? [event.step] : []));
  const onEvents = new Set(checksOf(step).flatMap(({ id, hits }) => (hits ? [id] : [])));
  // A check on events in a later step is the learner's own work, even if the solution of an earlier step was shown.
  const by = (id: string) =>
    revealed.includes(step.id) || (revealed.length > 0 && !onEvents.has(id)) ? "solution" : "learner";
  return {
    ...progress,
    passed: [...progress.passed, ...fresh.map((check) => ({ check, at, by: by(check) }) as const)],
  };
}

export function skip(progress: LessonProgress, step: string, at: number): LessonProgress {
  const skipped = [...new Set([...progress.skipped, step])];
  return record({ ...progress, skipped }, [{ kind: "skipped", step }], at);
}

/** Begins a step anew: its checks are open again, and earlier events no longer count. */
export function resetStep(progress: LessonProgress, step: Step, at: number): LessonProgress {
  const ids = new Set(checksOf(step).map(({ id }) => id));
  const after = record(progress, [{ kind: "reset", step: step.id }], at);
  return {
    ...after,
    passed: progress.passed.filter(({ check }) => !ids.has(check)),
    skipped: progress.skipped.filter((one) => one !== step.id),
    opened: progress.opened.map((one) => (one.step === step.id ? { ...one, from: after.log.next } : one)),
  };
}

/** The progress as if the step had not been reset; what has happened since stays. @param before as it was then */
export function undoReset(progress: LessonProgress, before: LessonProgress, step: Step): LessonProgress {
  const known = new Set(before.passed.map(({ check }) => check));
  const from = before.opened.find((one) => one.step === step.id)?.from;
  return {
    ...progress,
    passed: [...before.passed, ...progress.passed.filter(({ check }) => !known.has(check))],
    skipped: [...new Set([...before.skipped, ...progress.skipped])],
    opened: progress.opened.map((one) => (one.step === step.id && from !== undefined ? { ...one, from } : one)),
    ...(before.mine && { mine: before.mine }),
  };
}

export interface Standing {
  readonly total: number;
  readonly passed: number;
  /** How many of the passed checks the solution passed. */
  readonly bySolution: number;
}

export function standingOf(lesson: Lesson, { passed }: Pick<LessonProgress, "passed">): Standing {
  const ids = new Set(checkIds(lesson));
  const own = passed.filter(({ check }) => ids.has(check));
  return { total: ids.size, passed: own.length, bySolution: own.filter(({ by }) => by === "solution").length };
}

/** Whether every check of a step is passed. A step without checks is never done by itself. */
export function isDone(step: Step, { passed }: Pick<LessonProgress, "passed">): boolean {
  const ids = checksOf(step).map(({ id }) => id);
  return ids.length > 0 && ids.every((id) => passed.some(({ check }) => check === id));
}
