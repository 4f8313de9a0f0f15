import { compareBytes } from "./paths.ts";

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
  /** Offset in `bytes` at which each file begins, plus the end of the last: length = paths + 1. */
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
  /** Number of bytes; present where getting `bytes` may mean reading from a disk or a commit. */
  readonly size?: number;
}

/**
 * Sorts the entries by path and packs copies of their bytes. Untrusted entries must have passed the
 * gate (`snapshot-gate.ts`): nothing is checked here.
 */
export function createSnapshot(entries: Iterable<SnapshotEntry>): Snapshot {
  const { contents, ...listed } = listEntries(entries);
  return { ...listed, bytes: pack(contents, listed.offsets) };
}

/**
 * As `createSnapshot`, for entries whose bytes nobody writes to any more. The bytes are packed only when `bytes` is read, which a reader of
 * single files never does. So a whole repository is not held in memory twice.
 */
export function shareSnapshot(entries: Iterable<SnapshotEntry>): Snapshot {
  const { contents, ...listed } = listEntries(entries);
  return sharedSnapshot(listed, contents);
}

/** Content of a file, or how to load it. */
type Content = Uint8Array | (() => Uint8Array);

/** A snapshot of these contents, in the order of its paths, which are packed only when `bytes` is read. */
export function sharedSnapshot(listed: Omit<Snapshot, "bytes">, contents: readonly Content[]): Snapshot {
  let packed: Uint8Array | undefined;
  const shared: Snapshot = {
    ...listed,
    get bytes() {
      packed ??= pack((contentsOf.get(shared) ?? []).map(bytesOf), listed.offsets);
      // Unpacked contents would take memory beside the packed bytes.
      contentsOf.delete(shared);
      return packed;
    },
  };
  contentsOf.set(shared, contents);
  return shared;
}

function bytesOf(content: Content): Uint8Array {
  return typeof content === "function" ? content() : content;
}

/** Content of each entry, for snapshots that are not packed yet. */
const contentsOf = new WeakMap<Snapshot, readonly Content[]>();

function listEntries(entries: Iterable<SnapshotEntry>) {
  const sorted = [...entries].sort((a, b) => compareBytes(a.path, b.path));
  const sized = sorted.map(({ path, mode, bytes }) => ({ path, mode, size: bytes.length }));
  return { ...listingOf(sized), contents: sorted.map(({ bytes }) => bytes) };
}

/** A snapshot's entries without contents. @param sorted in byte order of path */
export function listingOf(
  sorted: readonly (Pick<SnapshotEntry, "path" | "mode"> & { readonly size: number })[],
): Omit<Snapshot, "bytes"> {
  const modes = new Uint8Array(sorted.length);
  const offsets = new Uint32Array(sorted.length + 1);
  let end = 0;
  for (const [index, { mode, size }] of sorted.entries()) {
    modes[index] = mode;
    end += size;
    offsets[index + 1] = end;
  }
  return { paths: sorted.map(({ path }) => path).join("\0"), modes, offsets };
}

function pack(contents: readonly Uint8Array[], offsets: Uint32Array): Uint8Array {
  const packed = new Uint8Array(offsets.at(-1) ?? 0);
  for (const [index, bytes] of contents.entries()) packed.set(bytes, offsets[index]);
  return packed;
}

/** The relative paths, in byte order. */
export function snapshotPaths(snapshot: PendingFiles): readonly string[] {
  return snapshot.modes.length === 0 ? [] : snapshot.paths.split("\0");
}

/** The entries in byte order of path; their bytes are views, made on demand. */
export function* snapshotEntries(snapshot: Snapshot): Generator<SnapshotEntry, void> {
  for (const [index, path] of snapshotPaths(snapshot).entries()) yield entryAt(snapshot, index, path);
}

/** The entry of one relative path; `undefined` when there is none. */
export function snapshotEntry(snapshot: Snapshot, path: string): SnapshotEntry | undefined {
  const index = snapshotPaths(snapshot).indexOf(path);
  return index < 0 ? undefined : entryAt(snapshot, index, path);
}

function entryAt(snapshot: Snapshot, index: number, path: string): SnapshotEntry {
  const { modes, offsets } = snapshot;
  const mode = modes[index] as SnapshotMode;
  const content = contentsOf.get(snapshot)?.[index];
  const [start = 0, end = 0] = [offsets[index], offsets[index + 1]];
  if (typeof content === "function") return storedEntry(path, mode, end - start, content);
  return { path, mode, bytes: content ?? snapshot.bytes.subarray(start, end) };
}

/** The text of a file in a snapshot. */
export function snapshotText(snapshot: Snapshot, path: string): string | undefined {
  const entry = snapshotEntry(snapshot, path);
  return entry && new TextDecoder().decode(entry.bytes);
}

/** A file with this text. */
export function textEntry(path: string, text: string): SnapshotEntry {
  return { path, mode: snapshotMode.file, bytes: new TextEncoder().encode(text) };
}

/** An enumerable getter, so that a copy of the entry by spreading has the bytes, too. */
function storedEntry(path: string, mode: SnapshotMode, size: number, read: () => Uint8Array): SnapshotEntry {
  return {
    path,
    mode,
    size,
    get bytes() {
      return read();
    },
  };
}

/** Files of a commit whose contents have not come yet: their paths and modes as a `Snapshot` has them. */
export type PendingFiles = Pick<Snapshot, "paths" | "modes">;

export function createPendingFiles(entries: Iterable<Pick<SnapshotEntry, "path" | "mode">>): PendingFiles {
  const all = [...entries];
  return { paths: all.map(({ path }) => path).join("\0"), modes: Uint8Array.from(all, ({ mode }) => mode) };
}

/** All files of several snapshots; of two files at one path the later. */
export function joinSnapshots(...snapshots: readonly Snapshot[]): Snapshot {
  const entries = snapshots.flatMap((each) => [...snapshotEntries(each)]);
  return createSnapshot(new Map(entries.map((entry) => [entry.path, entry])).values());
}

const partsOf = new WeakMap<Snapshot, readonly Snapshot[]>();

/**
 * As `joinSnapshots`, but the join is made on first use. Meant for a snapshot that grows piece by piece and is seldom read in between:
 * copying everything for each piece would block a page.
 */
export function joinLater(...snapshots: readonly Snapshot[]): Snapshot {
  let joined: Snapshot | undefined;
  const join = () => {
    if (!joined) {
      joined = joinSnapshots(...(partsOf.get(later) ?? []));
      // The join replaces its parts, which would take memory beside it.
      partsOf.set(later, [joined]);
    }
    return joined;
  };
  // Own properties, because a structured clone for a worker includes only these.
  const later: Snapshot = {
    get paths() {
      return join().paths;
    },
    get modes() {
      return join().modes;
    },
    get offsets() {
      return join().offsets;
    },
    get bytes() {
      return join().bytes;
    },
  };
  const parts = snapshots.flatMap((each) => partsOf.get(each) ?? each);
  partsOf.set(later, parts);
  return later;
}

export interface SnapshotSize {
  /** Files and links; folders are not counted. */
  readonly fileCount: number;
  readonly byteCount: number;
}

export function snapshotSize(snapshot: Snapshot): SnapshotSize {
  return { fileCount: snapshot.modes.length, byteCount: snapshot.offsets.at(-1) ?? 0 };
}

/** A file that a person made executable, or moved while it was. It stays executable whether or not its source has such a file. */
export interface ExecutableFile {
  readonly bytes: Uint8Array;
  readonly executable: true;
}

/**
 * A person's change of one file. New bytes leave an executable file executable, and a new file is not; an `ExecutableFile` is executable in
 * any case; `null` means deleted.
 */
export type Edit = Uint8Array | ExecutableFile | null;

/** Changes over a mount's snapshot, by absolute path inside the mount. */
export type Edits = ReadonlyMap<string, Edit>;

/** The bytes of the file after an edit; `null` where none is left. */
export function editedBytes(edit: Edit): Uint8Array | null {
  return edit instanceof Uint8Array ? edit : (edit?.bytes ?? null);
}

export function isExecutableEdit(edit: Edit): edit is ExecutableFile {
  return edit !== null && "executable" in edit;
}

/** An edit that writes these bytes to a file. With `executable` the file becomes executable; otherwise it stays what it is. */
export function editOf(bytes: Uint8Array, executable: boolean): Edit {
  return executable ? { bytes, executable } : bytes;
}
