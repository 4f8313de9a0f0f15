import { failureOrThrow } from "#lib/failure.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { bundledRoot } from "#lib/harness/roots/roots.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { place } from "#lib/stage/place.ts";
import { fetchSample } from "#lib/upload/sample.ts";
import { createSnapshot, type Edits } from "#lib/vfs/snapshot.ts";

/** The workspace's own files: the two folders that every harness expects, and what was written since. */
export async function growOwnTree(
  edits: Edits,
  signal: AbortSignal,
  onRefused: (path: string) => void = () => undefined,
): Promise<MountTree> {
  // A file at the path of one of the two folders would leave the workspace without that folder.
  const [fit, misplaced] = [new Map(edits), [...edits.keys()].filter((path) => isAbove(path, [place.cwd, place.home]))];
  for (const path of misplaced) {
    fit.delete(path);
    onRefused(path);
  }
  const tree = await growTree(createSnapshot([]), { edits: fit, signal, onRefused });
  tree.volume.makeFolder(place.cwd);
  tree.volume.makeFolder(place.home);
  return tree;
}

function isAbove(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => folder === path || folder.startsWith(`${path}/`));
}

/**
 * The skills bundled with Keen Code, which it puts into the home folder at every start ("ensure the binary's version is
 * always available"). The lab works without them, so a failed fetch only leaves a notice.
 */
export async function fetchBundled(signal: AbortSignal): Promise<MountTree | readonly Notice[]> {
  try {
    const { snapshot } = await fetchSample("bundled", { signal });
    return await growTree(snapshot, { signal });
  } catch (caught) {
    failureOrThrow(caught);
    const path =
      profiles.map((profile) => bundledRoot(profile, place)).find((root) => root !== undefined) ?? place.home;
    return [{ code: "bundled-missing", severity: "info", path }];
  }
}
