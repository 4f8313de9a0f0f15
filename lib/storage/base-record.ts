import { nextTask } from "#lib/async/slices.ts";
import { type Snapshot, snapshotSize } from "#lib/vfs/snapshot.ts";

/** A mount's snapshot as it is kept, with what proves it whole. */
export interface BaseRecord extends Omit<Snapshot, "bytes"> {
  /** Counts the saves of this mount's base: the one before stays until the next. Absent in records from before. */
  readonly generation?: number;
  /** What the workspace knew of the mount when this was saved. */
  readonly meta?: unknown;
  readonly fileCount: number;
  readonly byteCount: number;
  /** A blob, which the database hands over as a file: half the time of an array, and no copy on the page's thread. */
  readonly bytes: Blob;
  /** SHA-256 over the digests of the index and of each part of the bytes. */
  readonly hash: Uint8Array;
  /** Bytes of such a part. Absent in records from before, which had `formerPartSize`. */
  readonly partSize?: number;
}

/**
 * Bytes that are hashed or copied in one task: 44 MB at once held the page up for a quarter of a second (measured), 8 MB for some
 * 30 ms, which on a machine with other things to do became 50 and more.
 */
const usualPartSize = 2 * 1024 * 1024;
export const formerPartSize = 8 * 1024 * 1024;

/** @param partSize bytes that are hashed by themselves */
export async function createBaseRecord(snapshot: Snapshot, partSize = usualPartSize): Promise<BaseRecord> {
  const { paths, bytes } = snapshot;
  // Stored is what these are views into, as a whole.
  const index = { paths, modes: snapshot.modes.slice(), offsets: snapshot.offsets.slice() };
  const parts: Blob[] = [];
  for (const part of partsOf(bytes, partSize)) {
    parts.push(new Blob([part as BlobPart]));
    await nextTask();
  }
  const hash = await hashSnapshot(snapshot, partSize);
  return { ...snapshotSize(snapshot), ...index, bytes: new Blob(parts), hash, partSize };
}

/** The snapshot of a record; `undefined` when it is not what was saved, or its blob is no longer there. */
export async function openBaseRecord(record: BaseRecord): Promise<Snapshot | undefined> {
  const { paths, modes, offsets, hash } = record;
  const bytes = await record.bytes.arrayBuffer().catch(() => undefined);
  if (modes.length !== record.fileCount || bytes?.byteLength !== record.byteCount) return undefined;
  const snapshot = { paths, modes, offsets, bytes: new Uint8Array(bytes) };
  const actual = await hashSnapshot(snapshot, record.partSize ?? formerPartSize);
  return actual.every((byte, index) => byte === hash[index]) ? snapshot : undefined;
}

/** A typed array is stored with the whole buffer below it. */
export function withoutSurroundings(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

function partsOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

async function hashSnapshot({ paths, modes, offsets, bytes }: Snapshot, size: number): Promise<Uint8Array> {
  const hashing: Promise<Uint8Array>[] = [];
  // A digest copies its input at once and works on another thread: a task for each copy, and then all together.
  for (const part of [new TextEncoder().encode(paths), modes, offsets, ...partsOf(bytes, size)]) {
    hashing.push(digest(part));
    await nextTask();
  }
  const digests = await Promise.all(hashing);
  return digest(new Uint8Array(digests.flatMap((one) => [...one])));
}

async function digest(part: Uint8Array | Uint32Array): Promise<Uint8Array> {
  // No buffer here is shared between threads, which is what the type would allow.
  return new Uint8Array(await crypto.subtle.digest("SHA-256", part as BufferSource));
}
