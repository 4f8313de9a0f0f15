import { type Failure, failureOf } from "#lib/failure.ts";
import { askForLastingStorage } from "#lib/storage/lasting-storage.ts";
import type { StoredFiles, StoredWorkspace, WorkspaceContents, WorkspaceStorage } from "#lib/storage/persistence.ts";
import type { Edits } from "#lib/vfs/edits.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import type { StorageState } from "#lib/workspace/state.ts";
import { keyInMount } from "#lib/workspace/tree/drafts.ts";
import { type Contents, noContents, restoredBy, withEdits, withMount, withoutMount, withReplaced } from "./contents.ts";

/**
 * Writes the workspace down, one save after another, and says how it stands: from the moment it is given something, not
 * saved. So it is given what changed before that is shown, lest people read for a moment that it is saved already.
 * Before `begin`, and while another tab writes, what it is given is dropped.
 */
export interface Saver {
  /** From here on saves, or leaves that to another tab. `contents`: what the workspace holds now, as it is kept. */
  begin(writes: boolean, contents?: WorkspaceContents): void;
  /** Goes on in memory for good. */
  giveUp(failure: Failure): void;
  /** Everything as it is kept, or would be; `undefined` as long as nothing was to be saved. */
  contents(): WorkspaceContents | undefined;
  /** Resolves when everything given so far is on the disk, or cannot be. */
  flush(): Promise<void>;
  /** Saves `contents()` as a whole. */
  saveAll(): Promise<void>;
  /** @param shown what the page does with the files first, before their bytes are hashed and written */
  saveMount(workspace: StoredWorkspace, mountId: string, snapshot: Snapshot, shown?: Promise<void>): Promise<void>;
  /** Saves a mount's snapshot with these edits in place of all that it had. `shown`: as with `saveMount`. */
  replaceMount(workspace: StoredWorkspace, mountId: string, files: StoredFiles, shown?: Promise<void>): Promise<void>;
  removeMount(workspace: StoredWorkspace, mountId: string): Promise<void>;
  saveMeta(workspace: StoredWorkspace): Promise<void>;
  /** The same at each stroke of a key, and so without saying that it saves. */
  saveDrafts(workspace: StoredWorkspace): Promise<void>;
  /** Saves a person's changes; one that restores what the mount's snapshot has is none any more. */
  saveEdits(mountId: string, edits: Edits): Promise<void>;
  saveConversation(messages: unknown): Promise<void>;
}

export interface SaverOptions {
  readonly workspaceId: string;
  readonly storage: Promise<WorkspaceStorage>;
  readonly onState: (state: StorageState) => void;
  /** Called after each save. */
  readonly onSaved: () => void;
}

type Save = (open: WorkspaceStorage) => Promise<void>;

interface Enqueuing {
  /** What the save waits for beside those before it. */
  readonly shown?: Promise<void> | undefined;
  /** Whether nothing is said of its beginning. */
  readonly isQuiet?: boolean;
  /** The files of the person's own that it keeps, by `keyInMount`. */
  readonly own?: readonly string[];
}

/**
 * A saver over the storage that `storage` resolves to. When it cannot be opened, or a save fails for want of room, the
 * workspace goes on in memory and `onState` says so, with what is not kept; nothing is thrown. Everything is then saved
 * as a whole by the first save that there is room for, and likewise when the browser has removed what was kept.
 */
export function createSaver({ workspaceId, storage, onState, onSaved }: SaverOptions): Saver {
  let contents: Contents = noContents;
  let mode: "idle" | "writing" | "following" | "lost" = "idle";
  /** Whether what is kept lacks something. */
  let behind = false;
  let last: Promise<void> = Promise.resolve();
  /** Saves that were given and have not ended. */
  let unsaved = 0;
  let hasAsked = false;
  /** The person's own files that could not be kept, and why the last save was not. */
  const lost = new Set<string>();
  let lostTo: Failure | undefined;

  function enqueue(next: Contents, save: Save, enqueuing: Enqueuing = {}): Promise<void> {
    if (mode === "idle" || mode === "following") return Promise.resolve();
    const { shown, isQuiet = false, own = [] } = enqueuing;
    contents = next;
    unsaved++;
    if (!isQuiet) tellSaving();
    // What could not be shown (the page is closing) is kept all the same.
    const ready = last.then(() => shown).catch(() => undefined);
    const done = ready
      .then(() => run(save, isQuiet, own))
      .finally(() => {
        unsaved--;
      });
    last = done.catch(() => undefined);
    return done;
  }
  async function run(save: Save, isQuiet: boolean, own: readonly string[]): Promise<void> {
    if (mode === "lost" && lostTo) fail(lostTo, own);
    if (mode !== "writing") return;
    if (!isQuiet) tellSaving();
    try {
      await attempt(await storage, save);
      behind = false;
      lost.clear();
      // What was given meanwhile is not.
      if (unsaved === 1) onState({ kind: "saved" });
      onSaved();
    } catch (caught) {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      fail(failure, own);
    }
  }
  /** What could not be kept stays said until it is: that it is tried once more is not that it is kept. */
  function tellSaving(): void {
    if (mode === "writing" && !behind) onState({ kind: "saving" });
  }
  async function attempt(open: WorkspaceStorage, save: Save): Promise<void> {
    if (behind) return saveAllTo(open);
    try {
      await save(open);
    } catch (caught) {
      // A person's deletion is told (`giveUp`); what vanished without a word, the browser removed.
      if (failureOf(caught)?.code !== "storage-gone") throw caught;
      await saveAllTo(open);
    }
  }
  async function saveAllTo(open: WorkspaceStorage): Promise<void> {
    const { workspace, ...rest } = contents;
    if (workspace && mode === "writing") await open.saveAll({ workspace, ...rest });
  }
  function fail(failure: Failure, own: readonly string[] = []): void {
    if (isFinal(failure)) mode = "lost";
    else if (mode === "writing") behind = true;
    lostTo = failure;
    for (const key of own) lost.add(key);
    onState({ kind: "memory", failure, unsaved: new Set(lost), canTryAgain: mode === "writing" });
  }
  /** What a person made is worth asking for; what was only opened can be fetched again. */
  function saveOwn(next: Contents, save: Save, own: readonly string[] = []): Promise<void> {
    if (mode === "writing" && !hasAsked) {
      hasAsked = true;
      void askForLastingStorage();
    }
    return enqueue(next, save, { own });
  }

  return {
    begin(writes, given) {
      contents = given ?? contents;
      if (mode === "lost") return;
      mode = writes ? "writing" : "following";
      onState(writes ? { kind: "saved" } : { kind: "elsewhere", refused: false });
    },
    giveUp(failure) {
      mode = "lost";
      fail(failure);
    },
    contents() {
      const { workspace, ...rest } = contents;
      return workspace && { workspace, ...rest };
    },
    flush: () => last,
    saveAll: () => enqueue(contents, saveAllTo),
    saveMount: (workspace, mountId, base, shown) =>
      enqueue(
        withMount({ ...contents, workspace }, mountId, base),
        (open) => open.saveMount(workspace, mountId, base),
        { shown },
      ),
    replaceMount: (workspace, mountId, files, shown) =>
      enqueue(
        withReplaced({ ...contents, workspace }, mountId, files),
        (open) => open.replaceMount(workspace, mountId, files),
        { shown },
      ),
    removeMount: (workspace, mountId) =>
      enqueue(withoutMount({ ...contents, workspace }, mountId), (open) => open.removeMount(workspace, mountId)),
    saveMeta: (workspace) => enqueue({ ...contents, workspace }, (open) => open.saveMeta(workspace)),
    saveDrafts: (workspace) =>
      enqueue({ ...contents, workspace }, (open) => open.saveMeta(workspace), { isQuiet: true }),
    saveEdits: (mountId, given) => {
      const dropped = restoredBy(contents, mountId, given);
      const edits = new Map([...given].filter(([path]) => !dropped.has(path)));
      return saveOwn(
        withEdits(contents, mountId, edits, dropped),
        (open) => open.saveEdits(workspaceId, mountId, edits, dropped),
        [...given.keys()].map((path) => keyInMount(mountId, path)),
      );
    },
    saveConversation: (conversation) =>
      saveOwn({ ...contents, conversation }, (open) => open.saveConversation(workspaceId, conversation)),
  };
}

/** Whether trying again is of no use. */
function isFinal({ code }: Failure): boolean {
  return code === "storage-missing" || code === "storage-newer";
}
