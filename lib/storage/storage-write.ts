import { promisifyRequest } from "idb-keyval";
import { type Edit, type Edits, editedBytes, editOf, isExecutableEdit, type Snapshot } from "#lib/vfs/snapshot.ts";
import { keys, keysBelow, rangesOf } from "./storage-database.ts";
import {
  type BaseRecord,
  earlierConversationId,
  type StoredWorkspace,
  type WorkspaceContents,
  withoutSurroundings,
} from "./storage-shapes.ts";

/** Requests about one workspace, made within one transaction. */
export type Write = (records: IDBObjectStore) => void | Promise<void>;

/** The records of all bases of a workspace, by mount. They are hashed here, before a transaction is open. */
export async function createBases(
  contents: WorkspaceContents,
  createBase: (snapshot: Snapshot) => Promise<BaseRecord>,
): Promise<ReadonlyMap<string, BaseRecord>> {
  const bases = new Map<string, BaseRecord>();
  for (const { id } of contents.workspace.mounts) {
    const mount = contents.mounts.get(id);
    // An empty one stands for files that could not be read: it stays missing, to be fetched again.
    if (mount && mount.base.modes.length > 0) bases.set(id, await createBase(mount.base));
  }
  return bases;
}

/** Writes a whole workspace in place of whatever is there, except for conversations whose messages were not read. */
export async function putAll(
  records: IDBObjectStore,
  { workspace, mounts, conversations }: WorkspaceContents,
  bases: ReadonlyMap<string, BaseRecord>,
): Promise<void> {
  const { id } = workspace;
  removeFiles(records, id);
  await replaceConversations(records, id, conversations);
  for (const [mountId, base] of bases) {
    records.put({ ...base, generation: 1, ...metaOf(workspace, mountId) }, keys.base(id, mountId, 1));
  }
  for (const [mountId, { edits }] of mounts) putEdits(records, [id, mountId], edits);
  records.put(workspace, keys.workspace(id));
}

async function replaceConversations(
  records: IDBObjectStore,
  id: string,
  conversations: WorkspaceContents["conversations"],
): Promise<void> {
  const found = (await promisifyRequest(records.getAllKeys(keysBelow("conversation", id)))) as IDBValidKey[][];
  for (const [, , conversationId = earlierConversationId] of found) {
    const kept = conversations.get(String(conversationId));
    if (!kept || kept.messages) removeConversation(records, id, String(conversationId));
  }
  for (const [conversationId, { head, messages }] of conversations) {
    if (messages) putConversation(records, [id, conversationId], head, messages.entries());
  }
}

/** Writes a conversation's head, and messages of it by their numbers. */
export function putConversation(
  records: IDBObjectStore,
  [id, conversationId]: readonly [string, string],
  head: unknown,
  messages: Iterable<readonly [number, unknown]>,
): void {
  records.put(head, keys.conversation(id, conversationId));
  for (const [number, message] of messages) records.put(message, keys.message(id, conversationId, number));
  // The old record is no longer needed: its messages have records of their own.
  if (conversationId === earlierConversationId) records.delete(keys.earlierConversation(id));
}

export function removeConversation(records: IDBObjectStore, id: string, conversationId: string): void {
  records.delete(keys.conversation(id, conversationId));
  records.delete(keysBelow("message", id, conversationId));
  if (conversationId === earlierConversationId) records.delete(keys.earlierConversation(id));
}

/** Writes a mount's next base, and keeps the newest `kept` of the earlier ones. */
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

/** Writes a part of a mount beside the earlier ones. */
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
  for (const range of rangesOf(id)) records.delete(range);
}

function removeFiles(records: IDBObjectStore, id: string): void {
  for (const kind of ["base", "edit", "piece"]) records.delete(keysBelow(kind, id));
}

/** The mount's metadata in a base's record, so that the base can be shown correctly when a later one is damaged. */
export function metaOf(workspace: StoredWorkspace, mountId: string): Pick<BaseRecord, "meta"> {
  return { meta: workspace.mounts.find(({ id }) => id === mountId)?.meta };
}

export function byteCountOf(edits: Edits): number {
  return [...edits.values()].reduce((sum, edit) => sum + (editedBytes(edit)?.byteLength ?? 0), 0);
}
