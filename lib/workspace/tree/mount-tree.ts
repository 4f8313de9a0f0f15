import { nextTask } from "#lib/async/slices.ts";
import type { Edits } from "#lib/vfs/edits.ts";
import { type Snapshot, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { createVolume, type FillOptions, fillVolume } from "#lib/vfs/volume.ts";
import { layEdits } from "./lay-edits.ts";
import { indexTree, type MountTree } from "./mount-points.ts";

export interface GrowOptions extends FillOptions {
  readonly edits?: Edits;
  /** Told of each edit that cannot stand over the snapshot; without it such a one is thrown. */
  readonly onRefused?: (path: string) => void;
}

/** A mount's tree from its snapshot and what was changed since. Runs in slices; rejects when cancelled. */
export async function growTree(snapshot: Snapshot, { edits, onRefused, ...options }: GrowOptions): Promise<MountTree> {
  const volume = createVolume();
  await fillVolume(volume, snapshot, options);
  const paths = new Set(snapshotPaths(snapshot).map((path) => `/${path}`));
  if (edits) layEdits(volume, edits, onRefused);
  for (const path of edits?.keys() ?? []) if (volume.lstat(path)) paths.add(path);
  const tree = indexTree(volume, paths);
  // Indexing thousands of paths takes half a frame; what the caller does next is not added to it.
  await nextTask();
  return tree;
}
