import type { Keeping } from "#lib/keeping/keeping.ts";
import type { LessonProgress } from "#lib/lesson/progress.ts";
import type { RunningLesson } from "#lib/state/lesson.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";

/** The progress in the lesson whose project is open, and the running lesson. */
export interface Lessons {
  state(): SliceState<"lesson">;
  /** Shows the progress, the running lesson, or both at once. */
  show(shown: Partial<SliceState<"lesson">>): void;
  /** Shows the progress and saves it silently. */
  keep(progress: LessonProgress): void;
  /** Saves the progress. A read-only tab saves nothing. */
  save(): void;
  restore(progress: LessonProgress): void;
  /** Sets what undoes the last reset of a step; `undefined` makes it final. */
  keepUndo(undo: UndoReset | undefined): void;
  keptUndo(): UndoReset | undefined;
  undo(): ReturnType<UndoReset>;
  /** Registers what evaluates the lesson's checks, once its code is loaded. */
  run(running: LessonRun): void;
  /** Dismisses the notice of an update of the workshop. */
  dismissNews(): void;
}

/** Undoes a reset. Resolves to a sentence where some of it stays. */
export type UndoReset = () => Promise<string | undefined>;

/** Evaluates a lesson's checks for as long as the workspace is open. */
export interface LessonRun {
  dismissNews(): void;
}

export function createLessons({ slice, keeping }: { slice: Slice<"lesson">; keeping: Keeping }): Lessons {
  let undo: UndoReset | undefined;
  let run: LessonRun | undefined;
  keeping.include({
    state: () => {
      const { lessonProgress } = slice.get();
      return lessonProgress ? { lessonProgress } : {};
    },
  });
  const save = () => {
    if (!keeping.isFollowing()) keeping.saveSmall();
  };
  const keepUndo = (next: typeof undo) => {
    const wasThere = undo !== undefined;
    undo = next;
    const { lesson } = slice.get();
    if (lesson && (wasThere || next)) slice.set({ lesson: withUndo(lesson, next !== undefined) });
  };
  return {
    state: slice.get,
    show: slice.set,
    keep: (lessonProgress) => {
      slice.set({ lessonProgress });
      save();
    },
    save,
    restore: (lessonProgress) => slice.set({ lessonProgress }),
    keepUndo,
    keptUndo: () => undo,
    undo: async () => {
      const take = undo;
      keepUndo(undefined);
      return take?.();
    },
    run: (running) => {
      run = running;
    },
    dismissNews: () => run?.dismissNews(),
  };
}

function withUndo({ canUndo: _, ...lesson }: RunningLesson, can: boolean): RunningLesson {
  return can ? { ...lesson, canUndo: true } : lesson;
}
