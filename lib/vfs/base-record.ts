import { nextTask } from "./slices.ts";
import { type Snapshot, snapshotSize } from "./snapshot.ts";

/** The index of a mount's snapshot as it is kept, with what proves the whole. Its bytes lie beside it in parts. */
export interface BaseRecord extends Omit<Snapshot, "bytes"> {
  readonly fileCount: number;
  readonly byteCount: number;
  /** SHA-256 over the digests of the index and of each part. */
  readonly hash: Uint8Array;
}

/**
 * Bytes of one part. Hashing and storing copy on the page's own thread: 44 MB at once held it up for a
 * quarter of a second (measured), 8 MB for about a frame.
 */
const partSize = 8 * 1024 * 1024;

/** How many parts a snapshot's bytes make. */
export function partCount({ byteCount }: Pick<BaseRecord, "byteCount">): number {
  return Math.ceil(byteCount / partSize);
}

/** A copy of one part: what is stored of a view is the whole buffer below it. */
export function snapshotPart({ bytes }: Snapshot, index: number): Uint8Array {
  return bytes.slice(index * partSize, (index + 1) * partSize);
}

export async function createBaseRecord(snapshot: Snapshot): Promise<BaseRecord> {
  const size = snapshotSize(snapshot);
  const parts = Array.from({ length: partCount(size) }, (_, index) =>
    snapshot.bytes.subarray(index * partSize, (index + 1) * partSize),
  );
  const { paths } = snapshot;
  const index = { paths, modes: snapshot.modes.slice(), offsets: snapshot.offsets.slice() };
  return { ...size, ...index, hash: await hashParts(index, parts) };
}

/** The snapshot of a record and its parts; `undefined` when they are not what was saved. */
export async function openBaseRecord(record: BaseRecord, parts: readonly Uint8Array[]): Promise<Snapshot | undefined> {
  const { paths, modes, offsets, hash } = record;
  if (modes.length !== record.fileCount || parts.length !== partCount(record)) return undefined;
  const actual = await hashParts(record, parts);
  if (!actual.every((byte, index) => byte === hash[index])) return undefined;
  return { paths, modes, offsets, bytes: joinParts(parts) };
}

/** A typed array is stored with the whole buffer below it. */
export function withoutSurroundings(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

type Index = Pick<Snapshot, "paths" | "modes" | "offsets">;

async function hashParts({ paths, modes, offsets }: Index, parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const hashing: Promise<Uint8Array>[] = [];
  // A digest copies its input at once and works on another thread: a task for each copy, and then all together.
  for (const part of [new TextEncoder().encode(paths), modes, offsets, ...parts]) {
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
