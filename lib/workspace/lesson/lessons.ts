import type { Keeping } from "#lib/keeping/keeping.ts";
import type { LessonProgress } from "#lib/lesson/progress.ts";
import type { RunningLesson } from "#lib/state/lesson.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";

/** What was done in the lesson whose project is open, and the lesson at work. */
export interface Lessons {
  state(): SliceState<"lesson">;
  /** Shows what was done, or the lesson at work, or both at once. */
  show(shown: Partial<SliceState<"lesson">>): void;
  /** Shows what was done and saves it, without a word. */
  keep(progress: LessonProgress): void;
  /** Saves what was done. A tab that only looks saves nothing. */
  save(): void;
  restore(progress: LessonProgress): void;
  /** Keeps what takes the last reset of a step back; nothing can be taken back any more without it. */
  keepUndo(undo: (() => Promise<void>) | undefined): void;
  undo(): Promise<void>;
  /** Notes what looks at the lesson's checks, once that is fetched. */
  run(running: LessonRun): void;
  /** Ends what is told of an update of the workshop. */
  dismissNews(): void;
}

/** What looks at a lesson's checks, for as long as the workspace is open. */
export interface LessonRun {
  dismissNews(): void;
}

export function createLessons({ slice, keeping }: { slice: Slice<"lesson">; keeping: Keeping }): Lessons {
  let undo: (() => Promise<void>) | undefined;
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
    undo: async () => {
      const take = undo;
      keepUndo(undefined);
      await take?.();
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
