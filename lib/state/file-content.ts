import { type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { UpdateFile } from "./update.ts";

/** The files of one state of a source, by their absolute paths inside it. */
export type UpdateTree = ReadonlyMap<string, UpdateFile>;

/** The files of a snapshot by path. Yields often, as all generators here do. */
export function* treeOf(snapshot: Snapshot): Generator<void, UpdateTree> {
  const tree = new Map<string, UpdateFile>();
  for (const { path, mode, bytes } of snapshotEntries(snapshot)) {
    tree.set(`/${path}`, { mode, bytes });
    yield;
  }
  return tree;
}

/** Whether both are files or both links, with the same bytes; or both are absent. Executable bits are ignored. */
export function* isSameContent(a: UpdateFile | undefined, b: UpdateFile | undefined): Generator<void, boolean> {
  if (!a || !b) return a === b;
  return isLink(a) === isLink(b) && (yield* isSameBytes(a.bytes, b.bytes));
}

/** Whether an edit (`null`: a deletion) leaves the file unchanged. Edits are never links. */
export function* isEditOf(edit: Uint8Array | null, file: UpdateFile | undefined): Generator<void, boolean> {
  if (!edit || !file) return !edit && !file;
  return !isLink(file) && (yield* isSameBytes(edit, file.bytes));
}

export function isLink({ mode }: UpdateFile): boolean {
  return mode === snapshotMode.link;
}

/** Bytes compared in one step: about a millisecond's worth. */
const stepSize = 1 << 20;

function* isSameBytes(a: Uint8Array, b: Uint8Array): Generator<void, boolean> {
  if (a.length !== b.length) return false;
  // A snapshot compared with itself needs no reading.
  if (a.buffer === b.buffer && a.byteOffset === b.byteOffset) return true;
  for (let start = 0; start < a.length; start += stepSize) {
    const end = Math.min(start + stepSize, a.length);
    // A loop is much faster than `every`, and whole sources are compared.
    for (let at = start; at < end; at++) if (a[at] !== b[at]) return false;
    yield;
  }
  return true;
}
