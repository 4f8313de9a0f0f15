import { nextTask } from "#lib/async/slices.ts";
import { failureOf } from "#lib/failure.ts";
import { walkFiles } from "#lib/vfs/files.ts";
import {
  type Edit,
  type Edits,
  editedBytes,
  isExecutableEdit,
  type Snapshot,
  snapshotPaths,
} from "#lib/vfs/snapshot.ts";
import { createVolume, type FillOptions, fillVolume, type Volume } from "#lib/vfs/volume.ts";
import { indexTree, type MountTree } from "./mount-tree.ts";

export interface GrowOptions extends FillOptions {
  readonly edits?: Edits;
  /** Called with the path of each edit that does not fit the snapshot (a file where a folder is). Absent: the first one throws. */
  readonly onRefused?: (path: string) => void;
}

/** A mount's tree from its snapshot and the edits made since. Runs in slices; rejects when cancelled. */
export async function growTree(snapshot: Snapshot, { edits, onRefused, ...options }: GrowOptions): Promise<MountTree> {
  const volume = createVolume();
  await fillVolume(volume, snapshot, options);
  const paths = new Set(snapshotPaths(snapshot).map((path) => `/${path}`));
  if (edits) applyEdits(volume, edits, onRefused);
  for (const path of edits?.keys() ?? []) if (volume.lstat(path)) paths.add(path);
  const tree = indexTree(volume, paths);
  // Indexing thousands of paths takes half a frame, so the caller goes on in a new task.
  await nextTask();
  return tree;
}

/**
 * Applies a person's edits to a volume that holds their source. An edit takes effect at its own path: a link there is replaced, not
 * followed, and a folder that the edits leave without files gives way to a file.
 * @param onRefused called with the path of each edit that does not fit; without it the first one throws (`name-refused`)
 */
export function applyEdits(volume: Volume, edits: Edits, onRefused?: (path: string) => void): void {
  // Deletions come first, since a new file may stand where a deleted folder was.
  for (const [path, edit] of edits) if (!edit) volume.remove(path);
  for (const [path, edit] of edits) {
    try {
      applyEdit(volume, path, edit);
    } catch (caught) {
      if (!onRefused || failureOf(caught)?.code !== "name-refused") throw caught;
      onRefused(path);
    }
  }
}

function applyEdit(volume: Volume, path: string, edit: Edit): void {
  const bytes = editedBytes(edit);
  if (!bytes) return;
  const standing = volume.lstat(path)?.kind;
  if (standing === "link" || (standing === "folder" && isEmpty(volume, path))) volume.remove(path);
  volume.write(path, bytes, isExecutableEdit(edit) ? { executable: true } : {});
}

/** Whether a folder holds nothing but folders. */
function isEmpty(volume: Volume, path: string): boolean {
  for (const { kind } of walkFiles(volume, path)) if (kind !== "folder") return false;
  return true;
}
