import type { LessonProgress } from "#lib/lesson/progress.ts";
import type { LessonTexts } from "#lib/state/lesson.ts";
import type { Mount } from "#lib/state/mount.ts";
import { workshopPath } from "#lib/state/mount.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import type { StoredState } from "./contents.ts";

/** A lesson that this browser has stored, with its progress. */
export interface KeptLesson {
  /** The path of the workshop's address, without a lesson. */
  readonly workshop: string;
  /** Full commit id; absent for a workshop that ships with the lab. */
  readonly commit?: string;
  readonly texts: LessonTexts;
  readonly progress: LessonProgress;
}

/** The lesson of each stored workspace that is the project of one, the one used last at the end. The records are not trusted to be valid. */
export function keptLessons(stored: readonly StoredWorkspace[]): readonly KeptLesson[] {
  return stored.toSorted((one, other) => one.usedAt - other.usedAt).flatMap((workspace) => keptLesson(workspace) ?? []);
}

/** The lesson whose project a stored workspace is; `undefined` where it is none. */
export function keptLesson({ mounts, state }: Pick<StoredWorkspace, "mounts" | "state">): KeptLesson | undefined {
  const mount = mounts[0]?.meta as Partial<Mount> | undefined;
  const { lessonProgress: progress } = (state ?? {}) as Partial<StoredState>;
  const workshop = mount?.source && workshopPath(mount.source);
  if (workshop === undefined || !isTexts(mount?.lesson) || !Array.isArray(progress?.passed)) return undefined;
  const { commit, lesson: texts } = mount;
  return { workshop, texts, progress, ...(commit !== undefined && { commit }) };
}

function isTexts(value: LessonTexts | undefined): value is LessonTexts {
  return typeof value?.text === "string" && typeof value.id === "string" && Array.isArray(value.lessons);
}
