import type { LessonOutline } from "#lib/lesson/outline.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import { type KeptLesson, keptLesson } from "./kept-lessons.ts";

/** A workshop of which this browser has stored lessons. */
export interface KeptCourse {
  /** The path of the workshop's address, without a lesson. */
  readonly workshop: string;
  readonly title: string;
  /** The number of the workshop's lessons, and of those with all checks passed. */
  readonly lessons: number;
  readonly finished: number;
  /** Where to continue: the lesson opened last, or the first one after it that is not passed. */
  readonly next: { readonly path: string; readonly title: string };
  /** The stored lessons' workspaces, in the given order. */
  readonly workspaces: readonly StoredWorkspace[];
}

/** An entry of a list of workspaces: a workspace, or a course that stands for the workspaces of its lessons. */
export type Listed =
  | { readonly kind: "workspace"; readonly workspace: StoredWorkspace }
  | { readonly kind: "course"; readonly course: KeptCourse };

/** The workspaces, with those of one workshop's lessons combined. `stored` and the result are sorted by last use. */
export function withCourses(stored: readonly StoredWorkspace[]): readonly Listed[] {
  const kept = stored.map((workspace) => ({ workspace, lesson: keptLesson(workspace) }));
  const courses = Map.groupBy(
    kept.flatMap(({ workspace, lesson }) => (lesson ? [{ workspace, lesson }] : [])),
    ({ lesson }) => lesson.workshop,
  );
  return kept.flatMap(({ workspace, lesson }): Listed[] => {
    const all = lesson && courses.get(lesson.workshop);
    if (!all) return [{ kind: "workspace", workspace }];
    return all[0]?.workspace === workspace ? [{ kind: "course", course: courseOf(all, lesson) }] : [];
  });
}

interface LessonWorkspace {
  readonly workspace: StoredWorkspace;
  readonly lesson: KeptLesson;
}

/** @param last the lesson opened last, whose state of the workshop counts */
function courseOf(all: readonly LessonWorkspace[], last: KeptLesson): KeptCourse {
  const { workshop, texts } = last;
  // Of a lesson in several workspaces, the one used last counts.
  const kept = new Map(all.toReversed().map((one) => [one.lesson.texts.id, one]));
  const isFinished = (outline: LessonOutline) => isPassed(outline, kept.get(outline.id)?.lesson);
  const at = texts.lessons.findIndex(({ id }) => id === texts.id);
  const [current] = texts.lessons.slice(at, at + 1);
  const open = [...texts.lessons.slice(at), ...texts.lessons.slice(0, at)].find((outline) => !isFinished(outline));
  const next = open ?? current;
  return {
    workshop,
    title: texts.workshop,
    lessons: texts.lessons.length,
    finished: texts.lessons.filter(isFinished).length,
    next: {
      path: (next && kept.get(next.id)?.workspace.id) ?? `/w${workshop}/${next?.id ?? ""}`,
      title: next?.title ?? texts.workshop,
    },
    workspaces: all.map(({ workspace }) => workspace),
  };
}

/** Whether every check of a lesson is passed. A lesson with unknown checks never is. */
function isPassed({ steps }: LessonOutline, lesson: KeptLesson | undefined): boolean {
  const passed = new Set(lesson?.progress.passed.map(({ check }) => check));
  const checks = steps?.flatMap((step) => step.checks) ?? [];
  return checks.length > 0 && checks.every(({ id }) => passed.has(id));
}
