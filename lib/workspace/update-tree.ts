import { type Snapshot, type SnapshotEntry, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";

/** One file or link in one state of a source. */
export type UpdateFile = Pick<SnapshotEntry, "mode" | "bytes">;

/** A state of a source by absolute path inside it. */
export type UpdateTree = ReadonlyMap<string, UpdateFile>;

export function treeOf(snapshot: Snapshot): UpdateTree {
  return new Map([...snapshotEntries(snapshot)].map(({ path, mode, bytes }) => [`/${path}`, { mode, bytes }]));
}

/** Whether both are the same file or link, whatever may execute it; or both are not there. */
export function isSameContent(a: UpdateFile | undefined, b: UpdateFile | undefined): boolean {
  if (!a || !b) return a === b;
  return isLink(a) === isLink(b) && isSameBytes(a.bytes, b.bytes);
}

/** Whether an edit (`null`: a deletion) says no more than what stands there. Edits are never links. */
export function isEditOf(edit: Uint8Array | null, file: UpdateFile | undefined): boolean {
  if (!edit || !file) return !edit && !file;
  return !isLink(file) && isSameBytes(edit, file.bytes);
}

export function isLink({ mode }: UpdateFile): boolean {
  return mode === snapshotMode.link;
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // Not by `every`: all of a source is compared.
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
