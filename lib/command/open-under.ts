import { inSlices } from "#lib/async/slices.ts";
import { finish } from "#lib/async/steps.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { choosePlacement } from "#lib/stage/choose-placement.ts";
import { deriveView, type HarnessView } from "#lib/stage/derive-view.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import { indexTree, type MountTree } from "#lib/stage/mount-tree.ts";
import type { PlacedMount } from "#lib/stage/placed-mount.ts";
import { placeMounts, placementAs } from "#lib/stage/placement.ts";
import { createMountTable, type MountPoint, type MountTable } from "#lib/vfs/mount-table.ts";
import { createVolume, type Volume } from "#lib/vfs/volume.ts";
import { ownFile } from "./own-files.ts";
import { readFolder } from "./read-folder.ts";

/** A folder opened as in the lab, under one harness. */
export interface OpenedFolder {
  /** Where each source is mounted, to put other files over it. */
  readonly points: readonly MountPoint<Volume>[];
  readonly files: MountTable<Volume>;
  readonly view: HarnessView;
  readonly mount: PlacedMount;
  /**
   * Path in the workspace of a file of the folder, given by its path from the folder's root; `undefined` if the file is not visible there.
   */
  seenAt(path: string): string | undefined;
}

interface OpenOptions {
  /** The model's context window in tokens; absent: the harness's own guess. */
  readonly window?: number | undefined;
  /** How the folder is mounted; absent: as the lab would mount it. */
  readonly as?: PlacedMount["as"];
}

/**
 * Opens a folder's tree as the lab does: as the project if it has the harness's own folders, otherwise with its skills installed; bundled
 * skills included.
 */
export async function openUnder(
  profile: Profile,
  tree: MountTree,
  { window, as }: OpenOptions = {},
): Promise<OpenedFolder> {
  const bundled = await growTree(readFolder(ownFile("public/samples/bundled")).snapshot, {});
  const folder = { source: { kind: "upload", name: "folder" }, label: "folder" } as const;
  const placement = as ? placementAs(as, "project", folder.label, []) : choosePlacement(profile, folder, tree, []);
  const mount: PlacedMount = { id: "folder", ...folder, ...placement };
  const { points, skillFiles } = finish(
    placeMounts({
      profile,
      own: indexTree(createVolume()),
      bundled,
      mounts: [mount],
      trees: new Map([[mount.id, tree]]),
    }),
  );
  const files = createMountTable(points);
  const view = await inSlices(
    deriveView({ profile, files, skillFiles, mountNotices: [], ...(window !== undefined && { window }) }),
  );
  return { points, files, view, mount, seenAt: (path) => files.seenAt({ mountId: mount.id, path }) };
}
