import { type Failure, failureOf } from "#lib/failure.ts";
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
 * Saves the workspace, one save after another, and tells its state: "saving" from the moment it gets a change. So a change
 * is handed to it before it is shown; else people would read for a moment that the change is saved already.
 * Before `begin`, and while another tab writes, what it is given is dropped.
 */
export interface Saver {
  /** Begins to save, or leaves that to another tab. `contents`: what the workspace holds now, as it is stored. */
  begin(writes: boolean, contents?: WorkspaceContents): void;
  /** Saves nothing any more: the page goes on in memory alone. */
  giveUp(failure: Failure): void;
  /** Everything as it is kept, or would be; `undefined` as long as nothing was to be saved. */
  contents(): WorkspaceContents | undefined;
  /** Resolves when everything given so far is on the disk, or cannot be. */
  flush(): Promise<void>;
  /** Saves `contents()` as a whole. */
  saveAll(): Promise<void>;
  /** @param shown what the page does with the files first, before their bytes are hashed and written */
  saveMount(mountId: string, snapshot: Snapshot, shown?: Promise<void>): Promise<void>;
  /**
   * Notes what has come of a mount whose contents are still on their way, and saves that there is such a mount. Its files
   * are kept with `saveMount` or `replaceMount`, once they are the whole.
   */
  keepPart(mountId: string, come: PartFiles): Promise<void>;
  /** Saves a mount's snapshot with these edits in place of all that it had. `shown`: as with `saveMount`. */
  replaceMount(mountId: string, files: StoredFiles, shown?: Promise<void>): Promise<void>;
  removeMount(mountId: string): Promise<void>;
  saveMeta(): Promise<void>;
  /** Saves the record after each keystroke. Too often to say "saving" each time. */
  saveDrafts(): Promise<void>;
  /**
   * Saves a person's edits. An edit that gives a file its content from the snapshot back is dropped, as is what stands at
   * `restored` paths, where the snapshot's own is again.
   */
  saveEdits(mountId: string, edits: Edits, restored?: readonly string[]): Promise<void>;
  /** Saves a conversation: what is known of it, and its messages that have changed. */
  saveConversation(id: string, conversation: ConversationChange): Promise<void>;
  removeConversation(id: string): Promise<void>;
}

/** A conversation as it is now, as plain data. */
export interface ConversationChange {
  readonly head: unknown;
  /** All of them, each by its number. */
  readonly messages: readonly unknown[];
  /** The numbers of the messages that differ from what was saved last. */
  readonly changed: readonly number[];
  /** An answer streams in, and this is saved every second: too often to say "saving" each time. */
  readonly isGrowing?: boolean;
}

/** What there is of a mount whose contents are on their way. */
export interface PartFiles extends StoredFiles {
  /** What of it came just now, to be kept apart for who has to fetch the rest; where there is room. */
  readonly piece?: Snapshot | undefined;
  /** As with `saveMount`. */
  readonly shown?: Promise<void> | undefined;
}

export interface SaverOptions {
  readonly workspaceId: string;
  /** The workspace's record as it stands when something is to be saved. */
  readonly record: () => StoredWorkspace;
  readonly storage: Promise<WorkspaceStorage>;
  readonly onState: (state: StorageState) => void;
  /** Called after each save. */
  readonly onSaved: () => void;
}

/**
 * A saver over the storage that `storage` resolves to. When it cannot be opened, or a save fails for want of room, the
 * workspace goes on in memory and `onState` says so, with what is not kept; nothing is thrown. Everything is then saved
 * as a whole by the first save that there is room for, and likewise when the browser has removed what was kept.
 * Long because it is a list: each entry is one promise of the interface above.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list, see above
export function createSaver({ workspaceId, record, ...options }: SaverOptions): Saver {
  let contents: Contents = noContents;
  let hasAsked = false;
  /** Mounts of which not all has come. */
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
    // The browser is asked for lasting storage only for what a person made: what was only opened can be fetched again.
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
        if (piece && partly.has(mountId)) await open.savePiece(workspaceId, mountId, piece).catch(unlessBug);
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
      // What has not come is not there to be restored: that a pending file is removed must not be forgotten.
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

/** What could not be kept of a download is downloaded again. */
function unlessBug(caught: unknown): void {
  if (!failureOf(caught)) throw caught;
}
