import { type Failure, ignoreFailure } from "#lib/failure.ts";
import { keyInMount } from "#lib/state/mount.ts";
import type { StorageState } from "#lib/state/state.ts";
import { askForLastingStorage, type WorkspaceStorage } from "#lib/storage/persistence.ts";
import type { StoredFiles, StoredWorkspace, WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import type { Edits, Snapshot } from "#lib/vfs/snapshot.ts";
import {
  type Contents,
  noContents,
  restoredBy,
  wholeOf,
  withConversation,
  withEdits,
  withMount,
  withoutBase,
  withoutConversation,
  withoutMount,
  withReplaced,
} from "./contents.ts";
import { createSaveQueue, type Save, type SaveOptions, takesSaves } from "./save-queue.ts";

/**
 * Saves the workspace, one save after another, and reports the state: "saving" from the moment it gets a change. So a
 * change must be given to it before it is shown; else the page would say for a moment that the change is already saved.
 * Before `begin`, and while another tab writes, changes are dropped.
 */
export interface Saver {
  /** Begins to save, or leaves that to another tab. `contents`: what the workspace holds now, as stored. */
  begin(writes: boolean, contents?: WorkspaceContents): void;
  /** Stops saving for good: the page continues in memory. */
  giveUp(failure: Failure): void;
  /** Everything that is stored, or would be; `undefined` while there was nothing to save. */
  contents(): WorkspaceContents | undefined;
  /** Resolves when everything given so far is on the disk, or cannot be. */
  flush(): Promise<void>;
  /** Saves `contents()` as a whole. */
  saveAll(): Promise<void>;
  /** @param shown resolves when the page has shown the files; their bytes are hashed and written only then */
  saveMount(mountId: string, snapshot: Snapshot, shown?: Promise<void>): Promise<void>;
  /**
   * Records what has arrived of a mount whose contents are still arriving, and saves that the mount exists. Its files
   * are stored by `saveMount` or `replaceMount` once they are complete.
   */
  keepPart(mountId: string, come: PartFiles): Promise<void>;
  /** Saves a mount's snapshot with these edits in place of all earlier ones. `shown`: as for `saveMount`. */
  replaceMount(mountId: string, files: StoredFiles, shown?: Promise<void>): Promise<void>;
  removeMount(mountId: string): Promise<void>;
  saveMeta(): Promise<void>;
  /** Saves the record after each keystroke: too often to show "saving" each time. */
  saveDrafts(): Promise<void>;
  /**
   * Saves a person's edits. Edits that restore a file of the snapshot are dropped, as are those at the `restored`
   * paths.
   */
  saveEdits(mountId: string, edits: Edits, restored?: readonly string[]): Promise<void>;
  /** Saves a conversation: its head, and its changed messages. */
  saveConversation(id: string, conversation: ConversationChange): Promise<void>;
  removeConversation(id: string): Promise<void>;
}

/** The present state of a conversation, as plain data. */
export interface ConversationChange {
  readonly head: unknown;
  /** All messages, each by its number. */
  readonly messages: readonly unknown[];
  /** The numbers of the messages that differ from the last save. */
  readonly changed: readonly number[];
  /** Set while an answer arrives and this is saved every second: too often to show "saving" each time. */
  readonly isGrowing?: boolean;
}

/** The available part of a mount whose contents are arriving. */
export interface PartFiles extends StoredFiles {
  /** The part that has just arrived, stored separately where there is room, so that the rest alone need be fetched. */
  readonly piece?: Snapshot | undefined;
  /** As for `saveMount`. */
  readonly shown?: Promise<void> | undefined;
}

export interface SaverOptions {
  readonly workspaceId: string;
  /** The workspace's record at the time of a save. */
  readonly record: () => StoredWorkspace;
  readonly storage: Promise<WorkspaceStorage>;
  readonly onState: (state: StorageState) => void;
  readonly onSaved: () => void;
  /** As for `SaveQueueOptions`. */
  readonly onDropped: () => void;
}

/**
 * A saver over the storage to which `storage` resolves. When that cannot be opened, or a save fails for lack of room,
 * the workspace continues in memory and `onState` reports what is not saved; nothing is thrown. The first save with
 * enough room then saves everything, and so does one after the browser has removed what was stored.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: long as a list of the methods of `Saver`
export function createSaver({ workspaceId, record, ...options }: SaverOptions): Saver {
  let contents: Contents = noContents;
  let hasAsked = false;
  /** Mounts whose contents have not all arrived. */
  const partly = new Set<string>();
  const queue = createSaveQueue({
    ...options,
    onState: (state) => options.onState(state.kind === "saved" && partly.size > 0 ? { kind: "incomplete" } : state),
    saveAll: async (open) => {
      const all = wholeOf([...partly].reduce(withoutBase, contents));
      if (all) await open.saveAll(all);
    },
  });
  const withRecord = (workspace: StoredWorkspace): Contents => ({ ...contents, workspace });

  function save(next: Contents, write: Save, how: SaveOptions = {}): Promise<void> {
    if (!takesSaves(queue.mode)) return Promise.resolve();
    // The browser is asked for lasting storage only for what a person made: anything else can be fetched again.
    if (how.own && queue.mode === "writing") {
      if (!hasAsked) void askForLastingStorage();
      hasAsked = true;
    }
    contents = next;
    return queue.add(write, how);
  }

  function saveRecord(how: SaveOptions): Promise<void> {
    const workspace = record();
    return save(withRecord(workspace), (open) => open.saveMeta(workspace), how);
  }

  return {
    begin(writes, given) {
      contents = given ?? contents;
      partly.clear();
      queue.begin(writes, wholeOf(contents) !== undefined);
    },
    giveUp: queue.giveUp,
    contents: () => wholeOf(contents),
    flush: queue.flush,
    saveAll: queue.addAll,
    keepPart: (mountId, { piece, shown, ...come }) => {
      const workspace = record();
      partly.add(mountId);
      const write: Save = async (open) => {
        await open.saveMeta(workspace);
        if (come.edits.size > 0) await open.saveEdits(workspaceId, mountId, come.edits);
        // A piece that could not be stored is downloaded again.
        if (piece && partly.has(mountId)) await open.savePiece(workspaceId, mountId, piece).catch(ignoreFailure);
      };
      return save(withReplaced(withRecord(workspace), mountId, come), write, { shown });
    },
    saveMount: (mountId, base, shown) => {
      const workspace = record();
      partly.delete(mountId);
      const next = withMount(withRecord(workspace), mountId, base);
      return save(next, (open) => open.saveMount(workspace, mountId, base), { shown });
    },
    replaceMount: (mountId, files, shown) => {
      const workspace = record();
      partly.delete(mountId);
      const next = withReplaced(withRecord(workspace), mountId, files);
      return save(next, (open) => open.replaceMount(workspace, mountId, files), { shown });
    },
    removeMount: (mountId) => {
      const workspace = record();
      partly.delete(mountId);
      return save(withoutMount(withRecord(workspace), mountId), (open) => open.removeMount(workspace, mountId));
    },
    saveMeta: () => saveRecord({}),
    saveDrafts: () => saveRecord({ isQuiet: true }),
    saveEdits: (mountId, given, restored = []) => {
      // Contents that have not arrived cannot be restored: removing a pending file must be remembered.
      const known = partly.has(mountId) ? [] : restoredBy(contents, mountId, given);
      const dropped = new Set([...restored, ...known]);
      const edits = new Map([...given].filter(([path]) => !dropped.has(path)));
      return save(
        withEdits(contents, mountId, edits, dropped),
        (open) => open.saveEdits(workspaceId, mountId, edits, dropped),
        { own: [...given.keys(), ...restored].map((path) => keyInMount(mountId, path)) },
      );
    },
    saveConversation: (id, { head, messages, changed, isGrowing = false }) =>
      save(
        withConversation(contents, id, { head, messages }),
        (open) =>
          open.saveConversation(
            workspaceId,
            id,
            head,
            changed.map((number) => [number, messages[number]]),
          ),
        { own: [], isQuiet: isGrowing },
      ),
    removeConversation: (id) =>
      save(withoutConversation(contents, id), (open) => open.removeConversation(workspaceId, id)),
  };
}
