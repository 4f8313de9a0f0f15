import { failureOrThrow } from "#lib/failure.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { keptLessons } from "#lib/keeping/kept-lessons.ts";
import { checksOf, type Lesson } from "#lib/lesson/lesson.ts";
import type { LessonProgress } from "#lib/lesson/progress.ts";
import type { Certificate, CertifiedLesson } from "#lib/share/progress-link.ts";
import { workshopPath } from "#lib/state/mount.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Lessons } from "#lib/workspace/lesson/lessons.ts";
import { lessonIn, lessonMount } from "./lesson-files.ts";

export interface StandingNeeds {
  readonly tree: Tree;
  readonly keeping: Keeping;
  readonly lessons: Lessons;
}

/** A lesson's part of a certificate, with the lesson's title. */
export interface LessonStanding extends CertifiedLesson {
  readonly title: string;
}

export interface WorkshopStanding extends Omit<Certificate, "lessons" | "name"> {
  /** Every lesson of the workshop, in order; a lesson that was not begun has no passed checks. */
  readonly lessons: readonly LessonStanding[];
}

/** The progress in all lessons of the workshop that this browser has stored; `undefined` where no lesson is open. */
export async function workshopStanding(needs: StandingNeeds): Promise<WorkshopStanding | undefined> {
  const mount = lessonMount(needs.tree.state());
  const { lessonProgress } = needs.lessons.state();
  const path = mount && workshopPath(mount.source);
  if (!mount?.lesson || !lessonProgress || path === undefined) return undefined;
  const known = new Map(await storedLessons(needs.keeping, path));
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

async function storedLessons({ storage }: Keeping, path: string): Promise<[string, CertifiedLesson][]> {
  try {
    const kept = keptLessons(await (await storage).list()).filter(({ workshop }) => workshop === path);
    return kept.map(({ texts, progress }) => [texts.id, certify(lessonIn(texts).lesson, progress)]);
  } catch (caught) {
    // Without storage, only the open lesson is known.
    failureOrThrow(caught);
    return [];
  }
}

/** The lesson's checks that were passed. */
function certify(lesson: Lesson, { passed, skipped }: LessonProgress): CertifiedLesson {
  const ids = new Set(lesson.steps.flatMap(checksOf).map(({ id }) => id));
  return {
    id: lesson.id,
    total: ids.size,
    skipped: lesson.steps.filter(({ id }) => skipped.includes(id)).length,
    passed: passed.filter(({ check }) => ids.has(check)),
  };
}
