import type { FileWrite } from "#lib/harness/model.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { type Core, currentProfile } from "./core.ts";
import { bundledMountId, indexTree, type MountTree, ownMountId, placeMounts } from "./mount-points.ts";
import { refresh } from "./refresh.ts";
import type { Edits } from "./saver.ts";

/**
 * Writes real files of the workspace: into the mount that holds the place, journalled there, so that the
 * source's own snapshot stays as it came. Shows at once; resolves when saved.
 */
export async function writeFiles(core: Core, writes: readonly FileWrite[]): Promise<void> {
  if (writes.length === 0) return;
  const edits = new Map<string, Map<string, Uint8Array | null>>();
  const table = createMountTable(
    placeMounts({ ...core, profile: currentProfile(core), mounts: core.store.getState().mounts }).points,
  );
  for (const { path, text } of writes) {
    const place = table.locate(path);
    if (!place) throw new Error(`No mount holds ${path}.`);
    const bytes = text === null ? null : new TextEncoder().encode(text);
    const { volume } = treeOf(core, place.mountId);
    if (bytes) volume.write(place.path, bytes);
    else volume.remove(place.path);
    const mountEdits = edits.get(place.mountId) ?? new Map();
    edits.set(place.mountId, mountEdits.set(place.path, bytes));
  }
  for (const [mountId, mountEdits] of edits) reindex(core, mountId, mountEdits);
  await refresh(core, "disk");
  await Promise.all([...edits].map(([mountId, mountEdits]) => core.saver.saveEdits(mountId, mountEdits)));
}

function treeOf(core: Core, mountId: string): MountTree {
  const tree = mountId === ownMountId ? core.own : mountId === bundledMountId ? core.bundled : core.trees.get(mountId);
  if (!tree) throw new Error(`Mount ${mountId} has no tree.`);
  return tree;
}

function reindex(core: Core, mountId: string, edits: Edits): void {
  if (![...edits.keys()].some((path) => path.toLowerCase().endsWith("/skill.md"))) return;
  const tree = indexTree(treeOf(core, mountId).volume);
  if (mountId === ownMountId) core.own = tree;
  else if (mountId === bundledMountId) core.bundled = tree;
  else core.trees.set(mountId, tree);
}
