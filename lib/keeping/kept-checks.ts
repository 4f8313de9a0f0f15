import { parseLesson } from "#lib/lesson/parse-lesson.ts";
import { checkIds } from "#lib/lesson/progress.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import { keptLessons } from "./kept-lessons.ts";

/** The ids of the checks of each stored lesson, by `lessonKey`. */
export function keptChecks(stored: readonly StoredWorkspace[]): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    keptLessons(stored).map(({ texts, ...of }) => {
      const { lesson } = parseLesson(texts.text, texts.id);
      return [lessonKey(of, texts.id), new Set(checkIds(lesson))] as const;
    }),
  );
}

/** A key for one lesson of a workshop at one commit. */
export function lessonKey(of: { readonly workshop: string; readonly commit?: string | undefined }, id: string): string {
  return JSON.stringify([of.workshop, of.commit ?? "", id]);
}
