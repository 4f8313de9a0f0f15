import { createSnapshot, type Snapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { CloneWarning } from "./clone-protocol.ts";
import { objectType } from "./git-object.ts";
import type { CommitListing } from "./list-commit.ts";
import { contentOf, type ObjectStore } from "./object-store.ts";

export interface CommitFiles {
  readonly snapshot: Snapshot;
  readonly warnings: readonly CloneWarning[];
}

/** The listed files with their contents, each of which must be in the store, and within the limits with the others. */
export function readFiles({ files, submodules, gate }: CommitListing, store: ObjectStore): CommitFiles {
  const entries: SnapshotEntry[] = [];
  const pointers: CloneWarning[] = [];
  for (const { path, kind, id } of files) {
    const bytes = contentOf(store, id, objectType.blob, path);
    gate.weigh(path, bytes.length);
    entries.push({ path, mode: snapshotMode[kind], bytes });
    if (isLargeFilePointer(bytes)) pointers.push({ kind: "large-file-pointer", path });
  }
  return { snapshot: createSnapshot(entries), warnings: [...pointers, ...submodules, ...gate.warnings()] };
}

const pointerStart = new TextEncoder().encode("version https://git-lfs.github.com/spec/");

/** Whether the content only names a file kept elsewhere by Git LFS (its specification: under 1,024 bytes). */
function isLargeFilePointer(bytes: Uint8Array): boolean {
  return (
    bytes.length < 1024 && bytes.length > pointerStart.length && pointerStart.every((byte, i) => bytes[i] === byte)
  );
}
