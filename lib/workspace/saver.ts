import { type Failure, failureOf } from "#lib/failure.ts";
import type { Edits } from "#lib/vfs/edits.ts";
import { askForLastingStorage } from "#lib/vfs/lasting-storage.ts";
import type { StoredFiles, StoredWorkspace, WorkspaceContents, WorkspaceStorage } from "#lib/vfs/persistence.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { type Contents, noContents, restoredBy, withEdits, withMount, withoutMount, withReplaced } from "./contents.ts";
import type { StorageState } from "./state.ts";

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
}

/**
 * A saver over the storage that `storage` resolves to. When it cannot be opened, or a save fails for want of room, the
 * workspace goes on in memory and `onState` says so; nothing is thrown. Everything is then saved as a whole as soon as
 * there is room, and likewise when the browser has removed what was kept.
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

  function enqueue(next: Contents, save: Save, { shown, isQuiet = false }: Enqueuing = {}): Promise<void> {
    if (mode === "idle" || mode === "following") return Promise.resolve();
    contents = next;
    unsaved++;
    if (mode === "writing" && !isQuiet) onState({ kind: "saving" });
    // What could not be shown (the page is closing) is kept all the same.
    const ready = last.then(() => shown).catch(() => undefined);
    const done = ready
      .then(() => run(save, isQuiet))
      .finally(() => {
        unsaved--;
      });
    last = done.catch(() => undefined);
    return done;
  }
  async function run(save: Save, isQuiet: boolean): Promise<void> {
    if (mode !== "writing") return;
    if (!isQuiet) onState({ kind: "saving" });
    try {
      await attempt(await storage, save);
      behind = false;
      // What was given meanwhile is not.
      if (unsaved === 1) onState({ kind: "saved" });
      onSaved();
    } catch (caught) {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      fail(failure);
    }
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
  function fail(failure: Failure): void {
    if (isFinal(failure)) mode = "lost";
    else behind = true;
    onState({ kind: "memory", failure });
  }
  /** What a person made is worth asking for; what was only opened can be fetched again. */
  function saveOwn(next: Contents, save: Save): Promise<void> {
    if (mode === "writing" && !hasAsked) {
      hasAsked = true;
      void askForLastingStorage();
    }
    return enqueue(next, save);
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
      onState({ kind: "memory", failure });
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
      return saveOwn(withEdits(contents, mountId, edits, dropped), (open) =>
        open.saveEdits(workspaceId, mountId, edits, dropped),
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
