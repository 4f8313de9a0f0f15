import { inSlices } from "#lib/async/slices.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { deriveView, type HarnessView } from "#lib/stage/derive-view.ts";
import { growTree, indexTree, type MountTree } from "#lib/stage/mount-tree.ts";
import type { PlacedMount } from "#lib/stage/placed-mount.ts";
import { choosePlacement, placeMounts, placementAs } from "#lib/stage/placement.ts";
import { createMountTable, type MountPoint, type MountTable } from "#lib/vfs/mount-table.ts";
import { createVolume, type Volume } from "#lib/vfs/volume.ts";
import { ownFile } from "./own-files.ts";
import { readFolder } from "./read-folder.ts";

/** A folder as the lab opens it, under one harness. */
export interface OpenedFolder {
  /** Where each source stands, for who puts something over them. */
  readonly points: readonly MountPoint<Volume>[];
  readonly files: MountTable<Volume>;
  readonly view: HarnessView;
  readonly mount: PlacedMount;
  /** Where a file of the folder, by its path from the folder's root, stands in the workspace; `undefined` where it is not seen. */
  seenAt(path: string): string | undefined;
}

interface OpenOptions {
  /** What the model takes in, in tokens; the harness's own guess where absent. */
  readonly window?: number | undefined;
  /** Where its files stand; as the lab would have it where absent. */
  readonly as?: PlacedMount["as"];
}

/**
 * Opens a folder's tree as the lab does: as the project where it has the harness's own folders, else with its skills installed,
 * and with the skills that the harness brings along.
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
  const { points, skillFiles } = placeMounts({
    profile,
    own: indexTree(createVolume()),
    bundled,
    mounts: [mount],
    trees: new Map([[mount.id, tree]]),
  });
  const files = createMountTable(points);
  const view = await inSlices(
    deriveView({ profile, files, skillFiles, mountNotices: [], ...(window !== undefined && { window }) }),
  );
  return { points, files, view, mount, seenAt: (path) => files.seenAt({ mountId: mount.id, path }) };
}
