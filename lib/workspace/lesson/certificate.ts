import { failureOf } from "#lib/failure.ts";
import { checksOf, type Lesson } from "#lib/lesson/lesson.ts";
import type { LessonProgress } from "#lib/lesson/progress.ts";
import type { Certificate, CertifiedLesson } from "#lib/share/progress-link.ts";
import type { Core } from "#lib/workspace/core.ts";
import { keptLessons } from "./kept-lessons.ts";
import { lessonMount } from "./lesson-files.ts";
import { lessonIn } from "./run-lesson.ts";
import { workshopPath } from "./workshop-path.ts";

/** A lesson's part of a certificate, with what it is called. */
export interface LessonStanding extends CertifiedLesson {
  readonly title: string;
}

export interface WorkshopStanding extends Omit<Certificate, "lessons" | "name"> {
  /** Every lesson of the workshop, in its order; one that was not begun has no check passed. */
  readonly lessons: readonly LessonStanding[];
}

/** What was done in all lessons of the workshop that this browser keeps; `undefined` where no lesson is open. */
export async function workshopStanding(core: Core): Promise<WorkshopStanding | undefined> {
  const mount = lessonMount(core);
  const { lessonProgress } = core.store.getState();
  const path = mount && workshopPath(mount.source);
  if (!mount?.lesson || !lessonProgress || path === undefined) return undefined;
  const known = new Map(await storedLessons(core, path));
  known.set(mount.lesson.id, certify(lessonIn(mount.lesson).lesson, lessonProgress));
  return {
    workshop: path,
    title: mount.lesson.workshop,
    ...(mount.commit !== undefined && { commit: mount.commit }),
    lessons: mount.lesson.lessons.map(({ id, title }) => ({ ...(known.get(id) ?? begunNothing(id)), title })),
  };
}

function begunNothing(id: string): CertifiedLesson {
  return { id, total: 0, skipped: 0, passed: [] };
}

async function storedLessons(core: Core, path: string): Promise<[string, CertifiedLesson][]> {
  try {
    const kept = keptLessons(await (await core.storage).list()).filter(({ workshop }) => workshop === path);
    return kept.map(({ texts, progress }) => [texts.id, certify(lessonIn(texts).lesson, progress)]);
  } catch (caught) {
    // A browser that keeps nothing has only the lesson that is open.
    if (!failureOf(caught)) throw caught;
    return [];
  }
}

/** Of a lesson's own checks, those that were passed. */
function certify(lesson: Lesson, { passed, skipped }: LessonProgress): CertifiedLesson {
  const ids = new Set(lesson.steps.flatMap(checksOf).map(({ id }) => id));
  return {
    id: lesson.id,
    total: ids.size,
    skipped: lesson.steps.filter(({ id }) => skipped.includes(id)).length,
    passed: passed.filter(({ check }) => ids.has(check)),
  };
}
