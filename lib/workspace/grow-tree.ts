import type { Edits } from "#lib/vfs/edits.ts";
import { nextTask } from "#lib/vfs/slices.ts";
import { type Snapshot, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { createVolume, type FillOptions, fillVolume } from "#lib/vfs/volume.ts";
import { layEdits } from "./lay-edits.ts";
import { indexTree, type MountTree } from "./mount-points.ts";

/** A mount's tree from its snapshot and what was changed since. Runs in slices; rejects when cancelled. */
export async function growTree(
  snapshot: Snapshot,
  { edits, ...options }: FillOptions & { readonly edits?: Edits },
): Promise<MountTree> {
  const volume = createVolume();
  await fillVolume(volume, snapshot, options);
  const paths = new Set(snapshotPaths(snapshot).map((path) => `/${path}`));
  if (edits) layEdits(volume, edits);
  for (const path of edits?.keys() ?? []) paths.add(path);
  const tree = indexTree(volume, paths);
  // Indexing thousands of paths takes half a frame; what the caller does next is not added to it.
  await nextTask();
  return tree;
}
