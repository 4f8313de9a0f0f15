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
  /** How many there are, where to ask for them may be to read them from somewhere. */
  readonly size?: number;
}

/** A file whose content lies elsewhere, on a disk or in a commit. */
export interface StoredEntry extends Pick<SnapshotEntry, "path" | "mode"> {
  /** Bytes. */
  readonly size: number;
  /** Called once, when somebody asks. Has as many bytes as `size` says, or throws. */
  readonly read: () => Uint8Array;
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
 * As `createSnapshot`, for entries whose bytes nobody writes to any more: they are packed when all of them are asked for, which who only
 * looks at one file after the other never does. A whole repository is not held in memory twice then.
 */
export function shareSnapshot(entries: Iterable<SnapshotEntry>): Snapshot {
  const { contents, ...listed } = listEntries(entries);
  return sharedSnapshot(listed, contents);
}

/** As `shareSnapshot`, for files of which each is read when somebody asks for it, and most never are. */
export function storedSnapshot(entries: Iterable<StoredEntry>): Snapshot {
  const sorted = [...entries].sort((a, b) => compareBytes(a.path, b.path));
  const contents = sorted.map(({ read }) => once(read));
  return sharedSnapshot(listingOf(sorted), contents);
}

/** What a file holds, or where to get that. */
type Content = Uint8Array | (() => Uint8Array);

function sharedSnapshot(listed: Omit<Snapshot, "bytes">, contents: readonly Content[]): Snapshot {
  let packed: Uint8Array | undefined;
  const shared: Snapshot = {
    ...listed,
    get bytes() {
      packed ??= pack((contentsOf.get(shared) ?? []).map(bytesOf), listed.offsets);
      // They would be held beside it.
      contentsOf.delete(shared);
      return packed;
    },
  };
  contentsOf.set(shared, contents);
  return shared;
}

function once(read: () => Uint8Array): () => Uint8Array {
  let bytes: Uint8Array | undefined;
  return () => {
    bytes ??= read();
    return bytes;
  };
}

function bytesOf(content: Content): Uint8Array {
  return typeof content === "function" ? content() : content;
}

/** Of snapshots that are not packed yet, what each entry holds. */
const contentsOf = new WeakMap<Snapshot, readonly Content[]>();

function listEntries(entries: Iterable<SnapshotEntry>) {
  const sorted = [...entries].sort((a, b) => compareBytes(a.path, b.path));
  const sized = sorted.map(({ path, mode, bytes }) => ({ path, mode, size: bytes.length }));
  return { ...listingOf(sized), contents: sorted.map(({ bytes }) => bytes) };
}

function listingOf(sorted: readonly Pick<StoredEntry, "path" | "mode" | "size">[]): Omit<Snapshot, "bytes"> {
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

/** The entries in byte order of path; their bytes are views, made as they are asked for. */
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

/** Its own property says what it holds, so that a copy of the entry has that, too. */
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

/** All files of several snapshots; of two at one path the later. */
export function joinSnapshots(...snapshots: readonly Snapshot[]): Snapshot {
  const entries = snapshots.flatMap((each) => [...snapshotEntries(each)]);
  return createSnapshot(new Map(entries.map((entry) => [entry.path, entry])).values());
}

const partsOf = new WeakMap<Snapshot, readonly Snapshot[]>();

/**
 * What `joinSnapshots` makes, put together when something of it is read for the first time. For what grows piece by piece and is
 * seldom asked for in between: to copy all that is there with each piece would block a page.
 */
export function joinLater(...snapshots: readonly Snapshot[]): Snapshot {
  let joined: Snapshot | undefined;
  const join = () => {
    if (!joined) {
      joined = joinSnapshots(...(partsOf.get(later) ?? []));
      // It takes the place of its parts, which would be held in memory beside it.
      partsOf.set(later, [joined]);
    }
    return joined;
  };
  // Its own properties, since these alone are cloned where it is sent to a worker.
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

/** A file that a person made executable, or moved as one: that its source has no such file does not change it. */
export interface ExecutableFile {
  readonly bytes: Uint8Array;
  readonly executable: true;
}

/**
 * What a person made of one file: its new bytes, by which an executable one stays executable and a new one is not; the
 * same for one that is executable in any case; or `null` where they deleted it.
 */
export type Edit = Uint8Array | ExecutableFile | null;

/** Changes over a mount's snapshot, by absolute path inside the mount. */
export type Edits = ReadonlyMap<string, Edit>;

/** The bytes that stand there after an edit; `null` where nothing does. */
export function editedBytes(edit: Edit): Uint8Array | null {
  return edit instanceof Uint8Array ? edit : (edit?.bytes ?? null);
}

export function isExecutableEdit(edit: Edit): edit is ExecutableFile {
  return edit !== null && "executable" in edit;
}

/** The edit that leaves these bytes in a file; executable if asked, or else if the file that is there is. */
export function editOf(bytes: Uint8Array, executable: boolean): Edit {
  return executable ? { bytes, executable } : bytes;
}
