import { backgroundTask, nextTask } from "#lib/async/slices.ts";
import { pathObjection } from "#lib/vfs/limits.ts";
import { type Edit, type Edits, editedBytes, type Snapshot, snapshotSize } from "#lib/vfs/snapshot.ts";

interface StoredMount {
  readonly id: string;
  /** What the workspace knows about it, as plain data. */
  readonly meta: unknown;
}

/** What is known about a workspace without opening it. `meta` and `state` are the workspace's own plain data. */
export interface StoredWorkspace {
  /** A record with a higher number was written by a newer page: it is left alone. */
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

export interface LoadedMount {
  /** Empty for a mount that was edited but never saved: the workspace's own files. */
  readonly base: Snapshot;
  /** The number of saves of the base; 0 when there was none. */
  readonly generation: number;
  readonly edits: Edits;
  /** Set when the newest base is damaged and this is the previous one: the mount's metadata at that time. */
  readonly previous?: { readonly meta: unknown };
}

/** The files of a mount as stored. */
export type StoredFiles = Pick<LoadedMount, "base" | "edits">;

/** Everything that is stored of a workspace. */
export interface WorkspaceContents {
  readonly workspace: StoredWorkspace;
  readonly mounts: ReadonlyMap<string, StoredFiles>;
  readonly conversations: ReadonlyMap<string, StoredConversation>;
}

/** A conversation as stored. Its plain data is validated by the workspace. */
export interface StoredConversation {
  /** Everything about the conversation except its messages. */
  readonly head: unknown;
  /** Each by its number; absent where they were not read: they then stay as stored. */
  readonly messages?: readonly unknown[];
  /** Whether it is stored in one piece, as before a workspace could have several: the next save writes all of it. */
  readonly isEarlier?: boolean;
}

/** The id of the single conversation of a workspace from before there could be several. */
export const earlierConversationId = "first";

export interface LoadedWorkspace extends WorkspaceContents {
  readonly mounts: ReadonlyMap<string, LoadedMount>;
  /** Mounts whose snapshot is missing or not what was saved, to be fetched again; their edits are complete. */
  readonly damaged: ReadonlyMap<string, Edits>;
  /** Unreadable records under the keys of mounts and edits; they are not in `mounts`. */
  readonly broken: readonly BrokenRecord[];
}

export interface BrokenRecord {
  readonly key: readonly IDBValidKey[];
  /** Whether the workspace continues with the readable parts of it: then a copy is set aside. */
  readonly isUsed: boolean;
}

/**
 * Values from IndexedDB are checked before they are trusted: a disk fault, a bug of an older page or an extension may
 * have left any cloneable value there. The checks are written by hand, as the first page reads workspaces, too, and has
 * no room for a validator; the workspace itself validates `meta` and `state`.
 */

/** The layout of a workspace's record that this page can write. */
const knownSchema = 1;
const longestText = 10_000;
const mostMounts = 10_000;
/** The last millisecond that a date can have. */
export const lastTime = 8.64e15;

/** `newer`: written by a newer page. `broken`: not written like this by any page. */
type RecordStanding = "known" | "newer" | "broken";

/** The standing of the record under the key of the workspace `id`. */
export function standingOf(record: unknown, id: string): RecordStanding {
  if (!isRecord(record)) return "broken";
  if (Number.isInteger(record.schema) && Number(record.schema) > knownSchema) return "newer";
  return isWorkspace(record, id) ? "known" : "broken";
}

/** A record for a list of workspaces: of a newer page's record, only what any page can show; `undefined` for a broken one. */
export function listedWorkspace(record: unknown, id: string): StoredWorkspace | undefined {
  const standing = standingOf(record, id);
  if (standing === "broken") return undefined;
  const known = record as StoredWorkspace;
  if (standing === "known") return known;
  return {
    ...known,
    id,
    title: isText(known.title) ? known.title : "",
    usedAt: isTime(known.usedAt) ? known.usedAt : 0,
  };
}

function isWorkspace(record: Readonly<Record<string, unknown>>, id: string): boolean {
  const { schema, title, createdAt, usedAt, fileCount, byteCount, mounts } = record;
  return (
    schema === knownSchema &&
    record.id === id &&
    isText(title) &&
    isTime(createdAt) &&
    isTime(usedAt) &&
    isCount(fileCount) &&
    isCount(byteCount) &&
    isMounts(mounts)
  );
}

function isMounts(mounts: unknown): mounts is readonly StoredMount[] {
  if (!Array.isArray(mounts) || mounts.length > mostMounts) return false;
  // Not by `every`, which would skip holes.
  for (const mount of mounts) if (!isRecord(mount) || !isText(mount.id)) return false;
  return new Set(mounts.map(({ id }) => id)).size === mounts.length;
}

/** Whether a record has the layout of a mount's snapshot. Its hash tells whether it is the one that was saved. */
export function isBaseRecord(record: unknown): record is BaseRecord {
  if (!isRecord(record)) return false;
  const { generation = 0, fileCount, byteCount, paths, modes, offsets, bytes, hash, partSize } = record;
  return (
    isCount(generation) &&
    // Smaller parts would be more than a page can hash.
    (partSize === undefined || (isCount(partSize) && partSize >= 2 ** 16)) &&
    isCount(fileCount) &&
    isCount(byteCount) &&
    typeof paths === "string" &&
    modes instanceof Uint8Array &&
    modes.length === fileCount &&
    offsets instanceof Uint32Array &&
    offsets.length === fileCount + 1 &&
    (bytes instanceof Blob || bytes instanceof Uint8Array) &&
    hash instanceof Uint8Array &&
    hash.length === 32
  );
}

/** Whether `edit` is an edit, and `path` the absolute path of a file that can be changed. */
export function isEditAt(path: unknown, edit: unknown): edit is Edit {
  if (typeof path !== "string" || !path.startsWith("/") || pathObjection(path.slice(1)) !== undefined) return false;
  if (edit === null || edit instanceof Uint8Array) return true;
  return isRecord(edit) && edit.executable === true && editedBytes(edit as unknown as Edit) instanceof Uint8Array;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === "[object Object]";
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestText;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= lastTime;
}

/** A mount's snapshot as stored, with a hash that proves it complete. */
export interface BaseRecord extends Omit<Snapshot, "bytes"> {
  /** Counts the saves of this mount's base: the previous one stays until the next save. Absent in older records. */
  readonly generation?: number;
  /** The mount's metadata when this was saved. */
  readonly meta?: unknown;
  readonly fileCount: number;
  readonly byteCount: number;
  /**
   * A blob, which the database returns as a file: half the time of an array, and no copy on the page's thread. An array where the browser
   * stores no blobs.
   */
  readonly bytes: Blob | Uint8Array;
  /** SHA-256 over the digests of the index and of each part of the bytes. */
  readonly hash: Uint8Array;
  /** Bytes of such a part. Absent in older records, which used `formerPartSize`. */
  readonly partSize?: number;
}

/**
 * Bytes that are hashed or copied in one task: 44 MB at once blocked the page for a quarter of a second (measured), 8
 * MB for some 30 ms, which on a busy machine became 50 and more.
 */
const usualPartSize = 2 * 1024 * 1024;
export const formerPartSize = 8 * 1024 * 1024;

interface BaseOptions {
  /** Whether the bytes become a blob, as by default. */
  readonly isBlob?: boolean;
  /** Bytes that are hashed together. */
  readonly partSize?: number;
}

export async function createBaseRecord(
  snapshot: Snapshot,
  { isBlob = true, partSize = usualPartSize }: BaseOptions = {},
): Promise<BaseRecord> {
  const { paths, bytes } = snapshot;
  // IndexedDB stores the whole buffer that these are views into.
  const index = { paths, modes: snapshot.modes.slice(), offsets: snapshot.offsets.slice() };
  const stored = isBlob ? await blobOf(partsOf(bytes, partSize)) : withoutSurroundings(bytes);
  const hash = await hashSnapshot(snapshot, partSize, backgroundTask);
  return { ...snapshotSize(snapshot), ...index, bytes: stored, hash, partSize };
}

async function blobOf(parts: readonly Uint8Array[]): Promise<Blob> {
  const blobs: Blob[] = [];
  for (const part of parts) {
    blobs.push(new Blob([part as BlobPart]));
    await backgroundTask();
  }
  return new Blob(blobs);
}

/** The snapshot in a record; `undefined` when it is not what was saved, or its blob no longer exists. */
export async function openBaseRecord(record: BaseRecord): Promise<Snapshot | undefined> {
  const { paths, modes, offsets, hash } = record;
  const bytes = await bytesOf(record);
  if (modes.length !== record.fileCount || bytes?.length !== record.byteCount) return undefined;
  const snapshot = { paths, modes, offsets, bytes };
  const actual = await hashSnapshot(snapshot, record.partSize ?? formerPartSize, nextTask);
  return actual.every((byte, index) => byte === hash[index]) ? snapshot : undefined;
}

async function bytesOf({ bytes }: BaseRecord): Promise<Uint8Array | undefined> {
  if (bytes instanceof Uint8Array) return bytes;
  const buffer = await bytes.arrayBuffer().catch(() => undefined);
  return buffer && new Uint8Array(buffer);
}

/** A copy without the rest of the buffer: a typed array is stored with the whole buffer below it. */
export function withoutSurroundings(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

function partsOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

async function hashSnapshot(
  { paths, modes, offsets, bytes }: Snapshot,
  size: number,
  pause: () => Promise<void>,
): Promise<Uint8Array> {
  const hashing: Promise<Uint8Array>[] = [];
  // A digest copies its input at once and works on another thread: a task for each copy, then all together.
  for (const part of [new TextEncoder().encode(paths), modes, offsets, ...partsOf(bytes, size)]) {
    hashing.push(digest(part));
    await pause();
  }
  const digests = await Promise.all(hashing);
  return digest(new Uint8Array(digests.flatMap((one) => [...one])));
}

async function digest(part: Uint8Array | Uint32Array): Promise<Uint8Array> {
  // No buffer here is a SharedArrayBuffer, which the type would allow.
  return new Uint8Array(await crypto.subtle.digest("SHA-256", part as BufferSource));
}
