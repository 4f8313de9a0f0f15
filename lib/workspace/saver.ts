import { type Failure, failureOf } from "#lib/failure.ts";
import type { StoredWorkspace, WorkspaceStorage } from "#lib/vfs/persistence.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import type { StorageState } from "./state.ts";

/** A file's new bytes, or `null` where it was deleted; by path inside its mount. */
export type Edits = ReadonlyMap<string, Uint8Array | null>;

/** Writes the workspace down, one save after another, and says how it stands. */
export interface Saver {
  saveMount(workspace: StoredWorkspace, mountId: string, snapshot: Snapshot): Promise<void>;
  removeMount(workspace: StoredWorkspace, mountId: string): Promise<void>;
  saveMeta(workspace: StoredWorkspace): Promise<void>;
  saveEdits(mountId: string, edits: Edits): Promise<void>;
  saveConversation(messages: unknown): Promise<void>;
}

/**
 * A saver over the storage that `storage` resolves to. When it cannot be opened, or a save fails for
 * want of room, the workspace goes on in memory and `onState` says so; nothing is thrown.
 */
export function createSaver(
  workspaceId: string,
  storage: Promise<WorkspaceStorage>,
  onState: (state: StorageState) => void,
): Saver {
  let last: Promise<void> = Promise.resolve();
  let lost: Failure | undefined;

  function enqueue(save: (open: WorkspaceStorage) => Promise<void>): Promise<void> {
    last = last.then(async () => {
      if (lost) return;
      onState({ kind: "saving" });
      try {
        await save(await storage);
        onState({ kind: "saved" });
      } catch (caught) {
        lost = failureOf(caught);
        if (!lost) throw caught;
        onState({ kind: "memory", failure: lost });
      }
    });
    return last;
  }

  return {
    saveMount: (workspace, mountId, snapshot) => enqueue((open) => open.saveMount(workspace, mountId, snapshot)),
    removeMount: (workspace, mountId) => enqueue((open) => open.removeMount(workspace, mountId)),
    saveMeta: (workspace) => enqueue((open) => open.saveMeta(workspace)),
    saveEdits: (mountId, edits) => enqueue((open) => open.saveEdits(workspaceId, mountId, edits)),
    saveConversation: (messages) => enqueue((open) => open.saveConversation(workspaceId, messages)),
  };
}
