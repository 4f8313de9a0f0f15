import { type Failure, failureOrThrow } from "#lib/failure.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import type { FetchedUpdate } from "#lib/state/source.ts";
import type { MountActivity } from "#lib/state/state.ts";
import type { ReportProgress } from "#lib/vfs/source.ts";

/** The options passed to running work. */
export interface UnderwayOptions {
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

/** The one change of the sources that is under way, has failed, or can be undone. */
export interface Activity {
  state(): SliceState<"activity">;
  /**
   * Runs one change at a time with progress and cancellation, and ends in the activity to which `work` resolves. A
   * failure becomes `activity`, with a way to retry; a cancelled change leaves no trace.
   * @param label what is being added, as shown to a person
   * @param again what a retry does; where absent, `work` once more
   */
  underway(
    label: string,
    work: (options: UnderwayOptions) => Promise<MountActivity>,
    again?: () => Promise<void>,
  ): Promise<void>;
  /** Cancels the change under way. Returns whether there was one. */
  cancel(): boolean;
  /**
   * Shows a failure.
   * @param again retries what failed
   */
  fail(label: string, failure: Failure, again: () => Promise<void>): void;
  /** Keeps a retry for something that is not shown as failed. */
  keepRetry(again: () => Promise<void>): void;
  tell(activity: MountActivity): void;
  /** Keeps the undo of the change that ends now, in place of an earlier offer. */
  offerUndo(undo: () => Promise<void>): void;
  /** A mount's newer files that were fetched and wait for the person. */
  update(): FetchedUpdate | undefined;
  offerUpdate(update: FetchedUpdate): void;
  /** Drops an offered update or undo: the next activity takes the place of their card. */
  dropOffers(): void;
  /** Dismisses the last activity with everything that it shows and offers. */
  drop(): void;
  retry(): Promise<void>;
  undo(): Promise<void>;
  /** Keeps what a person entered in the source box until it is opened; `undefined` clears it. */
  keepGiven(text: string | undefined): void;
}

/** What belongs to the shown activity but is not shown. */
interface HiddenActivity {
  mounting?: AbortController;
  again?: () => Promise<void>;
  update?: FetchedUpdate;
  undo?: () => Promise<void>;
}

interface ActivityNeeds {
  readonly slice: Slice<"activity">;
  readonly closed: AbortSignal;
}

export function createActivity({ slice, closed }: ActivityNeeds): Activity {
  const behind: HiddenActivity = {};
  const tell = (activity: MountActivity) => slice.set({ activity });
  const dropOffers = () => {
    delete behind.update;
    delete behind.undo;
  };
  const drop = () => {
    dropOffers();
    tell({ kind: "idle" });
  };
  const keepRetry: Activity["keepRetry"] = (again) => {
    behind.again = again;
  };
  return {
    state: slice.get,
    underway: (label, work, again) => {
      const isUndoable = () => behind.undo !== undefined && slice.get().activity.kind === "undoable";
      return run({ behind, tell, isUndoable, closed }, label, work, again);
    },
    cancel: () => {
      behind.mounting?.abort();
      return behind.mounting !== undefined;
    },
    keepRetry,
    fail: (label, failure, again) => {
      keepRetry(again);
      tell({ kind: "failed", label, failure });
    },
    tell,
    offerUndo: (undo) => {
      dropOffers();
      behind.undo = undo;
    },
    update: () => behind.update,
    offerUpdate: (update) => {
      behind.update = update;
    },
    dropOffers,
    drop,
    retry: async () => {
      if (slice.get().activity.kind === "failed") tell({ kind: "idle" });
      await behind.again?.();
    },
    undo: async () => {
      const { undo } = behind;
      drop();
      await undo?.();
    },
    keepGiven: (unopened) => slice.set({ unopened }),
  };
}

interface Running {
  readonly behind: HiddenActivity;
  readonly tell: (activity: MountActivity) => void;
  /** Whether a change on show can be undone. */
  readonly isUndoable: () => boolean;
  readonly closed: AbortSignal;
}

/** Activities that do not take the place of a change that was made meanwhile and can be undone. */
const yielding: ReadonlySet<MountActivity["kind"]> = new Set(["idle", "cloning", "installed"]);

async function run(
  running: Running,
  label: string,
  work: (options: UnderwayOptions) => Promise<MountActivity>,
  again = () => run(running, label, work),
): Promise<void> {
  const { behind, tell, isUndoable, closed } = running;
  behind.mounting?.abort();
  delete behind.update;
  delete behind.undo;
  const controller = new AbortController();
  behind.mounting = controller;
  const tellStill = (activity: MountActivity) => {
    if (behind.mounting !== controller) return;
    // What was removed meanwhile can still be restored: nothing else does that.
    if (!(isUndoable() && yielding.has(activity.kind))) tell(activity);
  };
  tellStill({ kind: "cloning", label, progress: { phase: "connecting" } });
  try {
    const rest = await work({
      signal: AbortSignal.any([controller.signal, closed]),
      onProgress: (progress) => tellStill({ kind: "cloning", label, progress }),
    });
    tellStill(rest);
  } catch (caught) {
    const failure = failureOrThrow(caught);
    if (behind.mounting !== controller) return;
    behind.again = again;
    tellStill(failure.code === "cancelled" ? { kind: "idle" } : { kind: "failed", label, failure });
  } finally {
    if (behind.mounting === controller) delete behind.mounting;
  }
}
