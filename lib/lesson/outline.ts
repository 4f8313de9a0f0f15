import { checksOf, type Lesson } from "./lesson.ts";

/** The tasks of a lesson, without how to do them. */
export interface LessonOutline {
  readonly id: string;
  readonly title: string;
  /** Absent where the workshop has more checks than an outline lists. */
  readonly steps?: readonly StepOutline[];
}

export interface StepOutline {
  readonly id: string;
  readonly title: string;
  readonly checks: readonly { readonly id: string; readonly label: string }[];
}

/** Most checks that an outline lists, over all lessons. */
const mostChecks = 400;

/** The lessons of a workshop in order. Lessons beyond the limit of checks have only their names. */
export function outlinesOf(lessons: readonly Lesson[], most = mostChecks): readonly LessonOutline[] {
  let count = 0;
  return lessons.map((lesson) => {
    const { id, title } = lesson;
    const steps = stepsOf(lesson);
    count += steps.reduce((sum, { checks }) => sum + checks.length, 0);
    return count > most ? { id, title } : { id, title, steps };
  });
}

export function stepsOf({ steps }: Lesson): readonly StepOutline[] {
  return steps.map((step) => ({
    id: step.id,
    title: step.title,
    checks: checksOf(step).map(({ id, label }) => ({ id, label })),
  }));
}
