import type { FileWrite } from "#lib/harness/model.ts";
import type { Core } from "./core.ts";
import { bundledMountId, indexTree, ownMountId } from "./mount-points.ts";
import { type RefreshCause, refresh } from "./refresh.ts";

/**
 * Writes real files of the workspace: into the mount that holds the place, journalled there, so that the
 * source's own snapshot stays as it came. Shows at once, to a harness that runs on or, with the cause `load`, one that
 * starts anew; resolves when saved.
 */
export async function writeFiles(
  core: Core,
  writes: readonly FileWrite[],
  cause: RefreshCause = "disk",
): Promise<void> {
  if (writes.length === 0) return;
  const edits = new Map<string, Map<string, Uint8Array | null>>();
  for (const write of writes) {
    const { mountId, path, bytes } = writeFile(core, write);
    const ofMount = edits.get(mountId) ?? new Map<string, Uint8Array | null>();
    edits.set(mountId, ofMount.set(path, bytes));
  }
  for (const [mountId, ofMount] of edits) {
    if ([...ofMount.keys()].some((path) => path.toLowerCase().endsWith("/skill.md"))) reindex(core, mountId);
  }
  await refresh(core, cause);
  await Promise.all([...edits].map(([mountId, ofMount]) => core.saver.saveEdits(mountId, ofMount)));
}

function writeFile(core: Core, { path, text }: FileWrite) {
  const place = core.table.locate(path, text === null ? "keep" : "follow");
  // Something is mounted at the root, so only a dangling link can be in the way; the harness would fail there too.
  if (!place) throw new Error(`Nothing can be written at ${path}: a link there leads nowhere.`);
  const bytes = text === null ? null : new TextEncoder().encode(text);
  if (bytes) place.volume.write(place.path, bytes);
  else place.volume.remove(place.path);
  return { mountId: place.mountId, path: place.path, bytes };
}

function reindex(core: Core, mountId: string): void {
  const tree = core.trees.get(mountId);
  if (mountId === ownMountId) core.own = indexTree(core.own.volume);
  else if (mountId === bundledMountId && core.bundled) core.bundled = indexTree(core.bundled.volume);
  else if (tree) core.trees.set(mountId, indexTree(tree.volume));
}
