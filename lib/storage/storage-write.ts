import { promisifyRequest } from "idb-keyval";
import { type Edit, type Edits, editedBytes, editOf, isExecutableEdit } from "#lib/vfs/snapshot.ts";
import { type BaseRecord, createBaseRecord, withoutSurroundings } from "./base-record.ts";
import { keys, keysBelow } from "./storage-database.ts";
import type { StoredWorkspace, WorkspaceContents } from "./storage-shapes.ts";

/** Requests about one workspace, made within one transaction. */
export type Write = (records: IDBObjectStore) => void | Promise<void>;

/** The records of all bases of a workspace, by mount. They are hashed here, before a transaction is open. */
export async function createBases(contents: WorkspaceContents): Promise<ReadonlyMap<string, BaseRecord>> {
  const bases = new Map<string, BaseRecord>();
  for (const { id } of contents.workspace.mounts) {
    const mount = contents.mounts.get(id);
    // An empty one stands for files that could not be read: it stays missing, to be fetched again.
    if (mount && mount.base.modes.length > 0) bases.set(id, await createBaseRecord(mount.base));
  }
  return bases;
}

/** Writes all records of a workspace of which there are none yet. */
export function putAll(
  records: IDBObjectStore,
  { workspace, mounts, conversation }: WorkspaceContents,
  bases: ReadonlyMap<string, BaseRecord>,
): void {
  const { id } = workspace;
  for (const [mountId, base] of bases) {
    records.put({ ...base, generation: 1, ...metaOf(workspace, mountId) }, keys.base(id, mountId, 1));
  }
  for (const [mountId, { edits }] of mounts) putEdits(records, [id, mountId], edits);
  if (conversation !== undefined) records.put(conversation, keys.conversation(id));
  records.put(workspace, keys.workspace(id));
}

/** Puts a mount's next base, and leaves the `kept` newest of those before it. */
export async function putBase(
  records: IDBObjectStore,
  [id, mountId]: readonly [string, string],
  base: BaseRecord,
  kept: 0 | 1,
): Promise<void> {
  const found = await promisifyRequest(
    records.getAllKeys(keysBelow("base", id, mountId)) as IDBRequest<IDBValidKey[][]>,
  );
  for (const key of found.slice(0, found.length - kept)) records.delete(key);
  const [, , , newest = 0] = found.at(-1) ?? [];
  const generation = Number(newest) + 1;
  records.put({ ...base, generation }, keys.base(id, mountId, generation));
  records.delete(keysBelow("piece", id, mountId));
}

/** Puts a part of a mount beside those before it. */
export async function putPiece(
  records: IDBObjectStore,
  [id, mountId]: readonly [string, string],
  piece: BaseRecord,
): Promise<void> {
  const found = await promisifyRequest(
    records.getAllKeys(keysBelow("piece", id, mountId)) as IDBRequest<IDBValidKey[][]>,
  );
  const [, , , newest = 0] = found.at(-1) ?? [];
  records.put(piece, keys.piece(id, mountId, Number(newest) + 1));
}

export function putEdits(records: IDBObjectStore, [id, mountId]: readonly [string, string], edits: Edits): void {
  for (const [path, edit] of edits) records.put(storedEdit(edit), keys.edit(id, mountId, path));
}

function storedEdit(edit: Edit): Edit {
  const bytes = editedBytes(edit);
  return bytes && editOf(withoutSurroundings(bytes), isExecutableEdit(edit));
}

export function removeAll(records: IDBObjectStore, id: string): void {
  records.delete(keys.workspace(id));
  records.delete(keys.conversation(id));
  records.delete(keysBelow("base", id));
  records.delete(keysBelow("edit", id));
  records.delete(keysBelow("piece", id));
  records.delete(keysBelow("aside", id));
}

/** What a base's record says of its mount, so that the base can be shown rightly when a later one is damaged. */
export function metaOf(workspace: StoredWorkspace, mountId: string): Pick<BaseRecord, "meta"> {
  return { meta: workspace.mounts.find(({ id }) => id === mountId)?.meta };
}

export function byteCountOf(edits: Edits): number {
  return [...edits.values()].reduce((sum, edit) => sum + (editedBytes(edit)?.byteLength ?? 0), 0);
}
