import type { UseStore } from "idb-keyval";
import { failureOf } from "#lib/failure.ts";
import type { Edits, Snapshot } from "#lib/vfs/snapshot.ts";
import { type AsideRecords, listAside, moveAside, rawRecords, removeAside } from "./storage-aside.ts";
import { changeRecords, guarded, holdsBlobs, keys, keysBelow, openDatabase, pairs } from "./storage-database.ts";
import {
  type KnownMounts,
  type LoadedConversation,
  loadConversation,
  loadPieces,
  loadWorkspace,
} from "./storage-load.ts";
import {
  type BaseRecord,
  type BrokenRecord,
  createBaseRecord,
  type LoadedWorkspace,
  listedWorkspace,
  type StoredFiles,
  type StoredWorkspace,
  type WorkspaceContents,
} from "./storage-shapes.ts";
import {
  byteCountOf,
  createBases,
  metaOf,
  putAll,
  putBase,
  putConversation,
  putEdits,
  putPiece,
  removeAll,
  removeConversation,
  type Write,
} from "./storage-write.ts";

/**
 * The workspaces stored in this browser. Every save is one transaction, so a page killed in the middle leaves the old
 * or the new state, nothing between; once it resolves, it is on the disk. All methods reject with the failures
 * `quota-exceeded`, `storage-newer` (a newer page wrote the workspace or the database: nothing is written),
 * `record-damaged` (the stored record is not a workspace: nothing is written over it) and `storage-failed`; saves also
 * with `storage-gone` when the workspace was there and is no longer, because the browser or a person removed it.
 */
export interface WorkspaceStorage {
  /** All workspaces. For one that a newer page wrote, only the title is known. Broken ones are in `aside`. */
  list(): Promise<readonly StoredWorkspace[]>;
  /** Workspaces, and parts of them, that could not be read. */
  aside(): Promise<readonly AsideRecords[]>;
  /** Moves broken records to where later saves do not overwrite them. */
  setAside(id: string, broken: readonly BrokenRecord[]): Promise<void>;
  /** All records that were set aside, as JSON, as stored. */
  rawAside(aside: AsideRecords): Promise<Blob>;
  removeAside(aside: AsideRecords): Promise<void>;
  /** Verifies what it reads, except for what is in `known`. `undefined` when there is no such workspace. */
  load(id: string, known?: KnownMounts): Promise<LoadedWorkspace | undefined>;
  /** Writes a whole workspace in place of whatever is there; stored conversations whose messages are not given stay. */
  saveAll(contents: WorkspaceContents): Promise<void>;
  /**
   * Stores a mount's snapshot together with the workspace's record. The mount's edits stay, and so does the previous
   * snapshot until the next save, if there is room.
   */
  saveMount(workspace: StoredWorkspace, mountId: string, snapshot: Snapshot): Promise<void>;
  /** Stores a mount's snapshot together with the workspace's record, and these edits in place of all earlier ones. */
  replaceMount(workspace: StoredWorkspace, mountId: string, mount: StoredFiles): Promise<void>;
  /**
   * Stores the part of a mount that has arrived, until the whole is stored or the mount removed. Loading ignores it: it
   * only saves fetching that part again.
   */
  savePiece(workspaceId: string, mountId: string, piece: Snapshot): Promise<void>;
  /** The stored parts that are undamaged. */
  pieces(workspaceId: string, mountId: string): Promise<readonly Snapshot[]>;
  removeMount(workspace: StoredWorkspace, mountId: string): Promise<void>;
  saveMeta(workspace: StoredWorkspace): Promise<void>;
  /** Adds to the mount's edits, and deletes those at the `dropped` paths, where the snapshot then counts again. */
  saveEdits(workspaceId: string, mountId: string, edits: Edits, dropped?: Iterable<string>): Promise<void>;
  /** A conversation as stored, without validation. `undefined` where there is none with that id. */
  conversation(workspaceId: string, conversationId: string): Promise<LoadedConversation | undefined>;
  /** Stores a conversation's head, and these of its messages by number; the others stay. Any plain data. */
  saveConversation(
    workspaceId: string,
    conversationId: string,
    head: unknown,
    messages: Iterable<readonly [number, unknown]>,
  ): Promise<void>;
  removeConversation(workspaceId: string, conversationId: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Opens the storage. Throws the failures of `openDatabase`. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: long as a list of the methods of `WorkspaceStorage`, in their order
export async function openStorage(): Promise<WorkspaceStorage> {
  const store = await openDatabase();
  const change = createChange(store);
  let isBlob: Promise<boolean> | undefined;
  async function createBase(snapshot: Snapshot): Promise<BaseRecord> {
    isBlob ??= holdsBlobs(store);
    return createBaseRecord(snapshot, { isBlob: await isBlob });
  }
  /** A change that is saved together with the workspace's record. */
  const changeWith = (workspace: StoredWorkspace, write: Write, needed = 0) =>
    change({ id: workspace.id, needed, isNew: true }, async (records) => {
      await write(records);
      records.put(workspace, keys.workspace(workspace.id));
    });
  return {
    async list() {
      const read = (records: IDBObjectStore) => pairs<unknown>(records, keysBelow("workspace"));
      const found = await guarded(0, () => store("readonly", read));
      return found.flatMap(([[, id], record]) => listedWorkspace(record, String(id)) ?? []);
    },
    aside: () => listAside(store),
    setAside: (id, broken) => change({ id }, (records) => moveAside(records, id, broken, Date.now())),
    rawAside: (aside) => rawRecords(store, aside),
    removeAside: (aside) => removeAside(store, aside),
    async load(id, known) {
      const loaded = await guarded(0, () => loadWorkspace(store, id, known));
      if (loaded) change.seen.add(id);
      return loaded;
    },
    async saveAll(contents) {
      const { id } = contents.workspace;
      const bases = await createBases(contents, createBase);
      change.seen.delete(id);
      const needed = [...bases.values()].reduce((sum, { byteCount }) => sum + byteCount, 0);
      await change({ id, needed, isNew: true }, (records) => putAll(records, contents, bases));
    },
    async saveMount(workspace, mountId, snapshot) {
      const base = { ...(await createBase(snapshot)), ...metaOf(workspace, mountId) };
      const save = (kept: 0 | 1) =>
        changeWith(workspace, (records) => putBase(records, [workspace.id, mountId], base, kept), base.byteCount);
      await save(1).catch((caught) => (isFull(caught) ? save(0) : Promise.reject(caught)));
    },
    async replaceMount(workspace, mountId, { base: snapshot, edits }) {
      const { id } = workspace;
      const base = { ...(await createBase(snapshot)), ...metaOf(workspace, mountId) };
      const needed = base.byteCount + byteCountOf(edits);
      const write: Write = async (records) => {
        // The old base fits only the old edits; with the new ones it would be a state that never existed.
        await putBase(records, [id, mountId], base, 0);
        records.delete(keysBelow("edit", id, mountId));
        putEdits(records, [id, mountId], edits);
      };
      await changeWith(workspace, write, needed);
    },
    async savePiece(id, mountId, snapshot) {
      const piece = await createBase(snapshot);
      await change({ id, needed: piece.byteCount }, (records) => putPiece(records, [id, mountId], piece));
    },
    pieces: (id, mountId) => guarded(0, () => loadPieces(store, id, mountId)),
    removeMount: (workspace, mountId) =>
      changeWith(workspace, (records) => {
        for (const kind of ["base", "edit", "piece"]) records.delete(keysBelow(kind, workspace.id, mountId));
      }),
    saveMeta: (workspace) => changeWith(workspace, () => undefined),
    saveEdits: (id, mountId, edits, dropped = []) =>
      change({ id, needed: byteCountOf(edits) }, (records) => {
        putEdits(records, [id, mountId], edits);
        for (const path of dropped) records.delete(keys.edit(id, mountId, path));
      }),
    conversation: (id, conversationId) => guarded(0, () => loadConversation(store, id, conversationId)),
    saveConversation: (id, conversationId, head, messages) =>
      change({ id }, (records) => putConversation(records, [id, conversationId], head, messages)),
    removeConversation: (id, conversationId) =>
      change({ id }, (records) => removeConversation(records, id, conversationId)),
    async remove(id) {
      change.seen.delete(id);
      await change({ id }, (records) => removeAll(records, id));
    },
  };
}

interface ChangeOf {
  readonly id: string;
  readonly needed?: number;
  /** Whether the save may create the workspace's record. */
  readonly isNew?: boolean;
}

/**
 * Makes each change one transaction. Remembers which workspaces were `seen`: where one of those is missing, it was
 * removed.
 */
function createChange(store: UseStore) {
  const seen = new Set<string>();
  async function change({ id, needed = 0, isNew }: ChangeOf, write: Write): Promise<void> {
    await changeRecords(store, { workspaceId: id, expected: seen.has(id), needed }, write);
    if (isNew) seen.add(id);
  }
  return Object.assign(change, { seen });
}

function isFull(caught: unknown): boolean {
  return failureOf(caught)?.code === "quota-exceeded";
}

/**
 * How long the browser keeps this site's storage, and how full it is. Fields are absent where the browser does not say.
 */
export interface StorageOutlook {
  /** Whether it stays until the person deletes it; otherwise the browser may delete it when space is low. */
  readonly lasting?: boolean;
  /** The used bytes. */
  readonly used?: number;
  /** The bytes that the site may use, the used ones included. */
  readonly available?: number;
}

/**
 * Asks the browser not to remove this site's storage by itself. Firefox then asks the person, so call it when they have
 * made something of their own, never for a mere visit.
 */
export async function askForLastingStorage(): Promise<void> {
  const storage = storageManager();
  if (storage?.persist && !(await storage.persisted())) await storage.persist();
}

export async function storageOutlook(): Promise<StorageOutlook> {
  const storage = storageManager();
  const lasting = await storage?.persisted?.();
  const { usage, quota } = (await storage?.estimate?.()) ?? {};
  return {
    ...(lasting !== undefined && { lasting }),
    ...(usage !== undefined && { used: usage }),
    ...(quota !== undefined && { available: quota }),
  };
}

/** Absent outside secure contexts and in old browsers. */
function storageManager(): (Partial<StorageManager> & Pick<StorageManager, "persisted">) | undefined {
  return (globalThis.navigator as { readonly storage?: StorageManager } | undefined)?.storage;
}
