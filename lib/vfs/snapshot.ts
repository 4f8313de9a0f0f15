/**
 * The files of one commit or upload as a value: flat, immutable, cheap to move. A worker builds it, a
 * `postMessage` transfers it, IndexedDB keeps it as one record, and a volume is filled from it. Typed
 * arrays and one joined string clone in well under a millisecond where 10,000 objects take 20.
 */
export interface Snapshot {
  /** Relative paths (`a/b.md`), joined by NUL (which no path can hold), in byte order. */
  readonly paths: string;
  /** One `SnapshotMode` a path. */
  readonly modes: Uint8Array;
  /** Where each file's bytes begin in `bytes`, plus the end of the last: length = paths + 1. */
  readonly offsets: Uint32Array;
  /** All contents, one after another. A link's content is its target as UTF-8. */
  readonly bytes: Uint8Array;
}

export const snapshotMode = { file: 0, executable: 1, link: 2 } as const;
export type SnapshotMode = (typeof snapshotMode)[keyof typeof snapshotMode];

export interface SnapshotEntry {
  readonly path: string;
  readonly mode: SnapshotMode;
  /** A view into the snapshot's bytes: not to be written to. */
  readonly bytes: Uint8Array;
}
