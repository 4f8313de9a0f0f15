import { bundledRoot, installRoot, rootPaths } from "#lib/harness/discovery/roots.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { createMountTable, type MountPoint } from "#lib/vfs/mount-table.ts";
import { basename, dirname, isInside, joinPath } from "#lib/vfs/paths.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import type { Mount } from "#lib/workspace/state.ts";
import type { MountTree } from "./mount-tree.ts";
import { mountFolder, place } from "./place.ts";

export const ownMountId = "own";

export const bundledMountId = "bundled";

export interface Placement {
  readonly points: readonly MountPoint<Volume>[];
  /** Every SKILL.md of the workspace by the path a harness would meet it at. */
  readonly skillFiles: readonly string[];
  /** Skill folders that had to take another name because theirs was taken. */
  readonly notices: readonly Notice[];
}

export interface PlacementInput {
  readonly profile: Profile;
  readonly own: MountTree;
  readonly bundled?: MountTree | undefined;
  readonly mounts: readonly Mount[];
  readonly trees: ReadonlyMap<string, MountTree>;
}

/**
 * Where everything stands in the one tree: the workspace's own files at the root, a project at the
 * working folder, installed skill folders bound under the profile's root, and the skills that the harness brings
 * along where it writes them. Earlier mounts win a name.
 */
export function placeMounts(input: PlacementInput): Placement {
  const points: MountPoint<Volume>[] = [];
  const skillFiles: string[] = [];
  const notices: Notice[] = [];
  const taken = new Set<string>();
  addWhole("/", ownMountId, input.own);
  const bundledAt = bundledRoot(input.profile, place);
  if (input.bundled && bundledAt !== undefined) addWhole(bundledAt, bundledMountId, input.bundled);
  for (const mount of input.mounts) {
    const tree = input.trees.get(mount.id);
    if (!tree) continue;
    if (mount.as === "project") addWhole(mount.at, mount.id, tree);
  }
  for (const mount of input.mounts) {
    const tree = input.trees.get(mount.id);
    if (!tree || mount.as !== "install") continue;
    points.push({ at: mount.at, volume: tree.volume, from: "/", mountId: mount.id });
    install(mount, tree);
  }
  return { points, skillFiles, notices };

  function addWhole(at: string, mountId: string, tree: MountTree): void {
    points.push({ at, volume: tree.volume, from: "/", mountId });
    for (const path of tree.skillFiles) {
      const location = joinPath(at, path);
      skillFiles.push(location);
      // A folder the project brings itself must not be covered by an installed one.
      taken.add(dirname(location));
    }
  }

  function install(mount: Mount, tree: MountTree): void {
    const root = installRoot(input.profile, place, mount.scope);
    for (const path of installedSkills(mount, tree)) {
      const from = dirname(path);
      const wanted = from === "/" ? rootName(mount) : basename(from);
      const at = freeName(joinPath(root, wanted), taken);
      taken.add(at);
      points.push({ at, volume: tree.volume, from, mountId: mount.id });
      const location = joinPath(at, basename(path));
      skillFiles.push(location);
      if (basename(at) !== wanted) {
        notices.push({
          code: "installed-renamed",
          severity: "warning",
          path: location,
          data: { folder: wanted, renamed: basename(at), source: joinPath(mount.at, path) },
        });
      }
    }
  }
}

/** The SKILL.md files that a mount brings into the profile's root. */
export function installedSkills({ chosen }: Mount, { skillFiles }: MountTree): readonly string[] {
  const among = chosen && new Set(chosen);
  return among ? skillFiles.filter((path) => among.has(path)) : skillFiles;
}

/** The folder name of a source that is one skill: that of the folder in its address, else its label. */
function rootName({ source, label }: Mount): string {
  return basename((source.kind === "git" && source.path) || label);
}

/**
 * With `_` and a number where the path is taken. Not with `-`, which sorts before `/`: harnesses that order whole paths
 * by bytes would then meet `pdf-2/` before `pdf/` and take its skill for the first of that name.
 */
function freeName(path: string, taken: ReadonlySet<string>): string {
  if (!taken.has(path)) return path;
  let n = 2;
  while (taken.has(`${path}_${n}`)) n++;
  return `${path}_${n}`;
}

export type MountPlacement = Pick<Mount, "as" | "scope" | "at">;

/**
 * How a newly fetched source is mounted: as the project when it has the profile's own project folders
 * and no project is open, otherwise by installing its skills (16 of 19 popular repositories hold no
 * SKILL.md in any harness's folder). A source without any skill opens as a project, to be looked at.
 */
export function choosePlacement(
  profile: Profile,
  fetched: Pick<Mount, "label">,
  tree: MountTree,
  mounts: readonly Mount[],
): MountPlacement {
  const hasProject = mounts.some((mount) => mount.as === "project");
  const asProject = !hasProject && (tree.skillFiles.length === 0 || hasProjectRoot(profile, tree));
  return placementAs(asProject ? "project" : "install", "project", fetched.label, mounts);
}

/** Where a mount stands when it is placed as said, among the others. */
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
