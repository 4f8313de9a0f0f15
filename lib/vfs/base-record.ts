import { type Snapshot, snapshotSize } from "./snapshot.ts";

/** A mount's snapshot as it is kept, with what proves it whole. */
export interface BaseRecord {
  readonly fileCount: number;
  readonly byteCount: number;
  /** SHA-256 over the digests of the snapshot's four parts. */
  readonly hash: Uint8Array;
  readonly snapshot: Snapshot;
}

/** The record of a snapshot. Copies what is a view into something larger, which would be stored as a whole. */
export async function createBaseRecord(snapshot: Snapshot): Promise<BaseRecord> {
  const own: Snapshot = {
    paths: snapshot.paths,
    modes: withoutSurroundings(snapshot.modes),
    offsets:
      snapshot.offsets.byteLength === snapshot.offsets.buffer.byteLength ? snapshot.offsets : snapshot.offsets.slice(),
    bytes: withoutSurroundings(snapshot.bytes),
  };
  return { ...snapshotSize(own), hash: await hashSnapshot(own), snapshot: own };
}

/** The snapshot of a record; `undefined` when it is not what was saved. */
export async function openBaseRecord(record: BaseRecord): Promise<Snapshot | undefined> {
  const { snapshot, fileCount, byteCount, hash } = record;
  const size = snapshotSize(snapshot);
  if (size.fileCount !== fileCount || size.byteCount !== byteCount) return undefined;
  const actual = await hashSnapshot(snapshot);
  return actual.every((byte, index) => byte === hash[index]) ? snapshot : undefined;
}

/** A typed array is stored with the whole buffer below it. */
export function withoutSurroundings(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

async function hashSnapshot({ paths, modes, offsets, bytes }: Snapshot): Promise<Uint8Array> {
  const parts = [new TextEncoder().encode(paths), modes, offsets, bytes];
  const digests = await Promise.all(parts.map(digest));
  return digest(new Uint8Array(digests.flatMap((part) => [...part])));
}

async function digest(part: Uint8Array | Uint32Array): Promise<Uint8Array> {
  // No buffer here is shared between threads, which is what the type would allow.
  return new Uint8Array(await crypto.subtle.digest("SHA-256", part as BufferSource));
}
