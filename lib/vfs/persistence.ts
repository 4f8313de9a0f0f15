import { promisifyRequest, type UseStore } from "idb-keyval";
import { type BaseRecord, createBaseRecord, openBaseRecord, withoutSurroundings } from "./base-record.ts";
import { createSnapshot, type Snapshot } from "./snapshot.ts";
import { keysBelow, openDatabase, storageError } from "./storage-database.ts";

export interface StoredMount {
  readonly id: string;
  /** Whatever the workspace knows of it, as plain data. */
  readonly meta: unknown;
}

/** What is known of a workspace without opening it. `meta` and `state` are plain data of the workspace's own. */
export interface StoredWorkspace {
  readonly schema: 1;
  readonly id: string;
  readonly title: string;
  /** Milliseconds since 1970, like `usedAt`. */
  readonly createdAt: number;
  readonly usedAt: number;
  readonly fileCount: number;
  readonly byteCount: number;
  readonly mounts: readonly StoredMount[];
  readonly state: unknown;
}

/** Changes over a mount's snapshot: absolute path inside the mount → its new bytes, or `null` where it was deleted. */
export type Edits = ReadonlyMap<string, Uint8Array | null>;

export interface LoadedMount {
  /** Empty for a mount that was never saved but edited: the workspace's own files. */
  readonly base: Snapshot;
  readonly edits: Edits;
}

export interface LoadedWorkspace {
  readonly workspace: StoredWorkspace;
  readonly mounts: ReadonlyMap<string, LoadedMount>;
  /** Mounts whose snapshot is missing or not what was saved, to be fetched again; what a person changed is whole. */
  readonly damaged: ReadonlyMap<string, Edits>;
  readonly conversation: unknown;
}

/**
 * The workspaces kept in this browser. Every save is one transaction, so a page killed in the middle leaves the
 * old or the new, nothing between. All reject with the failures `quota-exceeded` and `storage-failed`.
 */
export interface WorkspaceStorage {
  list(): Promise<readonly StoredWorkspace[]>;
  /** Verifies what it reads. `undefined` when there is no such workspace. */
  load(id: string): Promise<LoadedWorkspace | undefined>;
  /** Keeps a mount's snapshot together with the workspace's record. Edits of the mount stay. */
  saveMount(workspace: StoredWorkspace, mountId: string, snapshot: Snapshot): Promise<void>;
  /** Forgets a mount with its edits. */
  removeMount(workspace: StoredWorkspace, mountId: string): Promise<void>;
  saveMeta(workspace: StoredWorkspace): Promise<void>;
  /** Adds to the mount's edits. Resolved means: on the disk. */
  saveEdits(workspaceId: string, mountId: string, edits: Edits): Promise<void>;
  /** Takes edits back: the mount's snapshot shows again. */
  dropEdits(workspaceId: string, mountId: string, paths: Iterable<string>): Promise<void>;
  /** Any value that can be cloned. Resolved means: on the disk. */
  saveConversation(workspaceId: string, conversation: unknown): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Opens the storage. Throws the failures of `openDatabase`. */
export async function openStorage(): Promise<WorkspaceStorage> {
  const { relaxed, strict } = await openDatabase();
  return {
    list: () =>
      guarded(0, () => relaxed("readonly", (records) => promisifyRequest(records.getAll(keysBelow("workspace"))))),
    load: (id) => guarded(0, () => load(relaxed, id)),
    async saveMount(workspace, mountId, snapshot) {
      const base = await createBaseRecord(snapshot);
      await change(relaxed, base.byteCount, (records) => {
        records.put(base, keys.base(workspace.id, mountId));
        records.put(workspace, keys.workspace(workspace.id));
      });
    },
    removeMount: (workspace, mountId) =>
      change(relaxed, 0, (records) => {
        records.delete(keys.base(workspace.id, mountId));
        records.delete(keysBelow("edit", workspace.id, mountId));
        records.put(workspace, keys.workspace(workspace.id));
      }),
    saveMeta: (workspace) => change(relaxed, 0, (records) => records.put(workspace, keys.workspace(workspace.id))),
    saveEdits: (workspaceId, mountId, edits) =>
      change(strict, byteCountOf(edits), (records) => {
        for (const [path, bytes] of edits) {
          records.put(bytes && withoutSurroundings(bytes), keys.edit(workspaceId, mountId, path));
        }
      }),
    dropEdits: (workspaceId, mountId, paths) =>
      change(strict, 0, (records) => {
        for (const path of paths) records.delete(keys.edit(workspaceId, mountId, path));
      }),
    saveConversation: (workspaceId, conversation) =>
      change(strict, 0, (records) => records.put(conversation, keys.conversation(workspaceId))),
    remove: (id) =>
      change(strict, 0, (records) => {
        records.delete(keys.workspace(id));
        records.delete(keys.conversation(id));
        records.delete(keysBelow("base", id));
        records.delete(keysBelow("edit", id));
      }),
  };
}

const keys = {
  workspace: (id: string): IDBValidKey => ["workspace", id],
  conversation: (id: string): IDBValidKey => ["conversation", id],
  base: (id: string, mountId: string): IDBValidKey => ["base", id, mountId],
  edit: (id: string, mountId: string, path: string): IDBValidKey => ["edit", id, mountId, path],
};

/** Makes one transaction of the requests in `requests`; resolves when it is complete. */
function change(store: UseStore, needed: number, requests: (records: IDBObjectStore) => void): Promise<void> {
  return guarded(needed, () =>
    store("readwrite", async (records) => {
      const done = promisifyRequest(records.transaction);
      try {
        requests(records);
      } catch (caught) {
        // Half of the requests must not be kept; the reason is the one caught, not that it was given up.
        done.catch(() => undefined);
        records.transaction.abort();
        throw caught;
      }
      await done;
    }),
  );
}

async function guarded<Result>(needed: number, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (caught) {
    throw storageError(caught, needed);
  }
}

async function load(store: UseStore, id: string): Promise<LoadedWorkspace | undefined> {
  const [workspace, conversation, bases, edits] = await store("readonly", (records) =>
    Promise.all([
      promisifyRequest<StoredWorkspace | undefined>(records.get(keys.workspace(id))),
      promisifyRequest<unknown>(records.get(keys.conversation(id))),
      pairs<BaseRecord>(records, keysBelow("base", id)),
      pairs<Uint8Array | null>(records, keysBelow("edit", id)),
    ]),
  );
  return workspace && { workspace, conversation, ...assemble(workspace, await openBases(bases), groupEdits(edits)) };
}

function assemble(
  workspace: StoredWorkspace,
  bases: ReadonlyMap<string, Snapshot>,
  editsByMount: ReadonlyMap<string, Edits>,
): Pick<LoadedWorkspace, "mounts" | "damaged"> {
  const mounts = new Map<string, LoadedMount>();
  const damaged = new Map<string, Edits>();
  const saved = new Set(workspace.mounts.map((mount) => mount.id));
  for (const mountId of new Set([...saved, ...bases.keys(), ...editsByMount.keys()])) {
    const edits: Edits = editsByMount.get(mountId) ?? new Map();
    const base = bases.get(mountId) ?? (saved.has(mountId) ? undefined : createSnapshot([]));
    if (base) mounts.set(mountId, { base, edits });
    else damaged.set(mountId, edits);
  }
  return { mounts, damaged };
}

/** The whole ones, by mount. */
async function openBases(records: readonly Pair<BaseRecord>[]): Promise<ReadonlyMap<string, Snapshot>> {
  const bases = new Map<string, Snapshot>();
  for (const [[, , mountId = ""], record] of records) {
    const base = await openBaseRecord(record);
    if (base) bases.set(mountId, base);
  }
  return bases;
}

function groupEdits(records: readonly Pair<Uint8Array | null>[]): ReadonlyMap<string, Edits> {
  const groups = new Map<string, Map<string, Uint8Array | null>>();
  for (const [[, , mountId = "", path = ""], bytes] of records) {
    const edits = groups.get(mountId) ?? new Map<string, Uint8Array | null>();
    groups.set(mountId, edits.set(path, bytes));
  }
  return groups;
}

type Pair<Value> = readonly [key: readonly string[], value: Value];

/** All records of a range with their keys, from within one transaction. */
async function pairs<Value>(records: IDBObjectStore, range: IDBKeyRange): Promise<readonly Pair<Value>[]> {
  const [found, values] = await Promise.all([
    promisifyRequest(records.getAllKeys(range) as IDBRequest<string[][]>),
    promisifyRequest(records.getAll(range) as IDBRequest<Value[]>),
  ]);
  return found.map((key, index) => [key, values[index] as Value]);
}

function byteCountOf(edits: Edits): number {
  return [...edits.values()].reduce((sum, bytes) => sum + (bytes?.byteLength ?? 0), 0);
}
