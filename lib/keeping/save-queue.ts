import { type Failure, failureOf, failureOrThrow } from "#lib/failure.ts";
import type { StorageState } from "#lib/state/state.ts";
import type { WorkspaceStorage } from "#lib/storage/persistence.ts";

export type Save = (open: WorkspaceStorage) => Promise<void>;

export interface SaveOptions {
  /** What the save awaits beside earlier saves. */
  readonly shown?: Promise<void> | undefined;
  /** Whether the save begins without showing "saving". */
  readonly isQuiet?: boolean;
  /** The person's own files that the save stores, by `keyInMount`. */
  readonly own?: readonly string[];
}

/** Whether saves are written: not yet, by this tab, by another one, or no longer. */
export type SaveMode = "idle" | "writing" | "following" | "lost";

/** Whether a save may be added. That includes saves that can no longer be written: they are reported as not saved. */
export function takesSaves(mode: SaveMode): boolean {
  return mode === "writing" || mode === "lost";
}

/**
 * Saves of one workspace, one after another. What a full storage refused is stored by the next save that finds room.
 */
export interface SaveQueue {
  readonly mode: SaveMode;
  /**
   * Begins to save, or leaves that to another tab. Does nothing once the mode is `lost`. `isKept`: whether the storage
   * has the workspace.
   */
  begin(writes: boolean, isKept: boolean): void;
  /** Stops saving for good. */
  giveUp(failure: Failure): void;
  /** Resolves when `save` is done or has failed. */
  add(save: Save, options?: SaveOptions): Promise<void>;
  /** Adds a save of the whole workspace, where saves may be added. */
  addAll(): Promise<void>;
  /** Resolves when everything added so far is done or has failed. */
  flush(): Promise<void>;
}

export interface SaveQueueOptions {
  readonly storage: Promise<WorkspaceStorage>;
  readonly onState: (state: StorageState) => void;
  readonly onSaved: () => void;
  /** Another tab took over before a save was written: written now, it would undo what that tab has saved since. */
  readonly onDropped: () => void;
  /** Saves the whole workspace in its state at the time of the call. */
  readonly saveAll: Save;
}

export function createSaveQueue({ storage, onState, onSaved, onDropped, saveAll }: SaveQueueOptions): SaveQueue {
  const status = createSaveStatus(onState);
  let last: Promise<void> = Promise.resolve();
  /** The number of saves that were added and have not ended. */
  let waiting = 0;

  async function run(save: Save, isQuiet: boolean, own: readonly string[]): Promise<void> {
    if (status.mode === "lost" && status.failure) status.failed(status.failure, own);
    if (status.mode !== "writing") return status.mode === "following" ? onDropped() : undefined;
    // The last of the saves that wait writes the whole workspace: not each of them, as at every key.
    if (status.isBehind && status.failure && waiting > 1) return status.failed(status.failure, own);
    if (!isQuiet) status.saving();
    try {
      await attempt(await storage, save);
      status.saved(waiting === 1);
      onSaved();
    } catch (caught) {
      status.failed(failureOrThrow(caught), own);
    }
  }
  async function attempt(open: WorkspaceStorage, save: Save): Promise<void> {
    if (status.isBehind) return saveAllTo(open);
    try {
      await save(open);
    } catch (caught) {
      // A deletion by a person comes through `giveUp`. Where the record is gone without that, the browser removed it.
      if (failureOf(caught)?.code !== "storage-gone") throw caught;
      await saveAllTo(open);
    }
  }
  async function saveAllTo(open: WorkspaceStorage): Promise<void> {
    if (status.mode === "writing") await saveAll(open);
  }
  function add(save: Save, { shown, isQuiet = false, own = [] }: SaveOptions = {}): Promise<void> {
    waiting++;
    if (!isQuiet) status.saving();
    // The state could not be shown, because the page is closing; the save continues.
    const ready = last.then(() => shown).catch(() => undefined);
    const done = ready
      .then(() => run(save, isQuiet, own))
      .finally(() => {
        waiting--;
      });
    last = done.catch(() => undefined);
    return done;
  }

  return {
    get mode() {
      return status.mode;
    },
    begin: status.begin,
    giveUp: status.giveUp,
    add,
    addAll: async () => {
      if (takesSaves(status.mode)) await add(saveAllTo);
    },
    flush: () => last,
  };
}

/** Tracks what is saved, being saved or has failed; reports every change. */
function createSaveStatus(onState: (state: StorageState) => void) {
  let mode: SaveMode = "idle";
  /** Whether a change is missing in the storage. */
  let isBehind = false;
  /** The person's own files that could not be saved, and why the last save failed. */
  const lost = new Set<string>();
  let failure: Failure | undefined;

  function failed(why: Failure, own: readonly string[] = []): void {
    if (isFinal(why)) mode = "lost";
    else if (mode === "writing") isBehind = true;
    failure = why;
    for (const key of own) lost.add(key);
    onState({ kind: "memory", failure, unsaved: new Set(lost), canTryAgain: mode === "writing" });
  }
  return {
    get mode() {
      return mode;
    },
    get isBehind() {
      return isBehind;
    },
    get failure() {
      return failure;
    },
    begin(writes: boolean, isKept: boolean): void {
      if (mode === "lost") return;
      mode = writes ? "writing" : "following";
      onState(writes ? { kind: isKept ? "saved" : "nothing" } : { kind: "elsewhere", refused: false });
    },
    /** A failure stays on show while saving is retried, until it has succeeded. */
    saving(): void {
      if (mode === "writing" && !isBehind) onState({ kind: "saving" });
    },
    /** `isLast`: whether nothing was added meanwhile. */
    saved(isLast: boolean): void {
      isBehind = false;
      lost.clear();
      if (isLast) onState({ kind: "saved" });
    },
    failed,
    giveUp(why: Failure): void {
      mode = "lost";
      failed(why);
    },
  };
}

/** Whether retrying is useless. */
function isFinal({ code }: Failure): boolean {
  return code === "storage-missing" || code === "storage-newer";
}
