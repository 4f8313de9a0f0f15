import { finish } from "#lib/async/steps.ts";
import { findRoots } from "#lib/harness/roots/roots.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { pluginsIn } from "#lib/skills/plugin-groups.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { isInside, joinPath } from "#lib/vfs/paths.ts";
import type { MountTree } from "./mount-tree.ts";
import { place } from "./place.ts";
import type { PlacedMount } from "./placed-mount.ts";
import { liesIn, type MountPlacement, placementAs } from "./placement.ts";

/**
 * How a newly fetched source is mounted. It becomes the project when no other is open and it has the profile's own project folders, unless
 * most of its skills lie elsewhere. Otherwise its skills are installed (16 of 19 popular repositories hold no SKILL.md in any harness's
 * folder). A sample with such a folder always becomes the project: skills elsewhere are part of what it shows. A source without any skill
 * and any plugin of commands opens as a project, to be looked at.
 */
export function choosePlacement(
  profile: Profile,
  { label, source }: Pick<PlacedMount, "label" | "source">,
  tree: MountTree,
  mounts: readonly PlacedMount[],
): MountPlacement {
  const hasProject = mounts.some((mount) => mount.as === "project");
  const roots = projectRoots(profile, tree);
  const isProject =
    tree.skillFiles.length === 0
      ? !holdsPlugin(profile, tree)
      : roots.length > 0 && (source.kind === "sample" || !lieMostlyElsewhere(profile, tree, roots));
  return placementAs(!hasProject && isProject ? "project" : "install", "project", label, mounts);
}

function holdsPlugin({ plugins }: Profile, { volume, skillFiles }: MountTree): boolean {
  return plugins !== undefined && finish(pluginsIn(volume, skillFiles, plugins)).length > 0;
}

/** Whether most skills of a project lie in none of these folders. */
function lieMostlyElsewhere({ scan }: Profile, { skillFiles }: MountTree, roots: readonly string[]): boolean {
  const found = skillFiles.filter((path) => liesIn(scan, roots, joinPath(place.cwd, path)));
  return found.length * 2 < skillFiles.length;
}

/** The harness's project folders that this project has. */
function projectRoots(profile: Profile, tree: MountTree): readonly string[] {
  const files = createMountTable([{ at: place.cwd, volume: tree.volume, from: "/", mountId: "candidate" }]);
  const roots = finish(findRoots(profile, files, place)).map(({ path }) => path);
  return roots.filter((root) => isInside(place.cwd, root) && files.stat(root)?.kind === "folder");
}
