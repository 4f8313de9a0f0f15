import { compareBytes } from "./paths.ts";
import { listingOf, type Snapshot, type SnapshotEntry, sharedSnapshot } from "./snapshot.ts";

/** A file whose content is stored elsewhere, on a disk or in a commit. */
export interface StoredEntry extends Pick<SnapshotEntry, "path" | "mode"> {
  /** Size in bytes. */
  readonly size: number;
  /** Called once, on first use. Returns exactly `size` bytes, or throws. */
  readonly read: () => Uint8Array;
}

/** As `shareSnapshot`, for files that are each read on first use; most never are. */
export function storedSnapshot(entries: Iterable<StoredEntry>): Snapshot {
  const sorted = [...entries].sort((a, b) => compareBytes(a.path, b.path));
  const read = new Set<string>();
  const snapshot = sharedSnapshot(
    listingOf(sorted),
    sorted.map((entry) => once(entry, read)),
  );
  readIn.set(snapshot, read);
  return snapshot;
}

/** The relative paths of a stored snapshot's files that have been read so far. */
export function readPaths(snapshot: Snapshot): ReadonlySet<string> {
  return readIn.get(snapshot) ?? new Set();
}

const readIn = new WeakMap<Snapshot, ReadonlySet<string>>();

function once({ path, read }: StoredEntry, known: Set<string>): () => Uint8Array {
  let bytes: Uint8Array | undefined;
  return () => {
    if (!bytes) {
      bytes = read();
      known.add(path);
    }
    return bytes;
  };
}
