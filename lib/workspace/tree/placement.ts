import { rootPaths } from "#lib/harness/discovery/roots.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { isInside, joinPath } from "#lib/vfs/paths.ts";
import type { FetchedSource } from "#lib/workspace/core.ts";
import type { Mount } from "#lib/workspace/state.ts";
import type { MountTree } from "./mount-points.ts";
import { mountFolder, place } from "./place.ts";

export type MountPlacement = Pick<Mount, "as" | "scope" | "at">;

/**
 * How a newly fetched source is mounted: as the project when it has the profile's own project folders
 * and no project is open, otherwise by installing its skills (16 of 19 popular repositories hold no
 * SKILL.md in any harness's folder). A source without any skill opens as a project, to be looked at.
 */
export function choosePlacement(
  profile: Profile,
  fetched: FetchedSource,
  tree: MountTree,
  mounts: readonly Mount[],
): MountPlacement {
  const hasProject = mounts.some((mount) => mount.as === "project");
  const asProject = !hasProject && (tree.skillFiles.length === 0 || hasProjectRoot(profile, tree));
  return placementAs(asProject ? "project" : "install", "project", fetched.label, mounts);
}

/** The same mount placed otherwise; the folder for browsing follows. */
export function placementAs(
  as: Mount["as"],
  scope: Mount["scope"],
  label: string,
  others: readonly Mount[],
): MountPlacement {
  return { as, scope, at: as === "project" ? place.cwd : freeMountFolder(label, others) };
}

function hasProjectRoot(profile: Profile, tree: MountTree): boolean {
  const files = createMountTable([{ at: place.cwd, volume: tree.volume, from: "/", mountId: "candidate" }]);
  return rootPaths(profile, files, place).some(
    (root) => isInside(place.cwd, root) && files.stat(root)?.kind === "folder",
  );
}

function freeMountFolder(label: string, others: readonly Mount[]): string {
  const wanted = joinPath(mountFolder, label.replaceAll("/", "-"));
  const taken = new Set(others.map((mount) => mount.at));
  let at = wanted;
  for (let n = 2; taken.has(at); n++) at = `${wanted}-${n}`;
  return at;
}
