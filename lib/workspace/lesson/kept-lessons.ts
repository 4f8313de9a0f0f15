import { parseLesson } from "#lib/lesson/parse-lesson.ts";
import type { LessonProgress } from "#lib/lesson/progress.ts";
import { checkIds } from "#lib/lesson/progress.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import type { StoredState } from "#lib/workspace/keeping/contents.ts";
import type { LessonTexts } from "#lib/workspace/state/lesson.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";
import { workshopPath } from "./workshop-path.ts";

/** A lesson that this browser keeps, with what was done in it. */
export interface KeptLesson {
  /** The path of the workshop's address, without a lesson. */
  readonly workshop: string;
  /** Full commit id; absent for a workshop that ships with the lab. */
  readonly commit?: string;
  readonly texts: LessonTexts;
  readonly progress: LessonProgress;
}

/** The lesson of each kept workspace that is the project of one. Anything may stand in a record. */
export function keptLessons(stored: readonly StoredWorkspace[]): readonly KeptLesson[] {
  return stored.flatMap(({ mounts, state }) => {
    const mount = mounts[0]?.meta as Partial<Mount> | undefined;
    const { lessonProgress: progress } = (state ?? {}) as Partial<StoredState>;
    const workshop = mount?.source && workshopPath(mount.source);
    if (workshop === undefined || !isTexts(mount?.lesson) || !Array.isArray(progress?.passed)) return [];
    const { commit, lesson: texts } = mount;
    return [{ workshop, texts, progress, ...(commit !== undefined && { commit }) }];
  });
}

function isTexts(value: LessonTexts | undefined): value is LessonTexts {
  return typeof value?.text === "string" && typeof value.id === "string";
}

/** The ids of the checks of each kept lesson, by `lessonKey`. */
export function keptChecks(stored: readonly StoredWorkspace[]): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    keptLessons(stored).map(({ texts, ...of }) => {
      const { lesson } = parseLesson(texts.text, texts.id);
      return [lessonKey(of, texts.id), new Set(checkIds(lesson))] as const;
    }),
  );
}

/** Names one lesson of a workshop in one state. */
export function lessonKey(of: { readonly workshop: string; readonly commit?: string | undefined }, id: string): string {
  return JSON.stringify([of.workshop, of.commit ?? "", id]);
}
