import { isReached } from "#lib/harness/discovery/scan-root.ts";
import { bundledRoot, installRoot } from "#lib/harness/roots/roots.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fieldText } from "#lib/skills/frontmatter.ts";
import { parseStandard } from "#lib/skills/standard.ts";
import { readText } from "#lib/vfs/files.ts";
import type { MountPoint } from "#lib/vfs/mount-table.ts";
import { basename, dirname, isInside, joinPath, relativePath } from "#lib/vfs/paths.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import type { MountTree } from "./mount-tree.ts";
import { mountFolder, place } from "./place.ts";
import { type InstallPlan, type PlacedPlugin, planInstall, registryPoints } from "./place-plugins.ts";
import type { PlacedMount } from "./placed-mount.ts";

export const ownMountId = "own";

export const bundledMountId = "bundled";

export interface Placement {
  readonly points: readonly MountPoint<Volume>[];
  /**
   * Every SKILL.md of the workspace, by the path at which a harness would find it. A file that is not installed has its
   * path in its source.
   */
  readonly skillFiles: readonly string[];
  /** One notice for each skill that should have been installed but could not be. */
  readonly notices: readonly Notice[];
}

export interface PlacementInput {
  readonly profile: Profile;
  readonly own: MountTree;
  readonly bundled?: MountTree | undefined;
  readonly mounts: readonly PlacedMount[];
  readonly trees: ReadonlyMap<string, MountTree>;
}

/**
 * Where everything stands in the one tree: the workspace's own files at the root, a project at the working folder, installed skill folders
 * bound under the profile's root, and the harness's bundled skills where the harness writes them. A harness that knows plugins gets a
 * repository's plugins installed as plugins. Any other skill is installed as by `npx skills add`: if two need the same folder, the first
 * gets it and the other stays in its source. Earlier mounts win.
 * Yields after each plugin and each folder that may be one.
 */
export function* placeMounts({
  profile,
  own,
  bundled,
  mounts,
  trees,
}: PlacementInput): Generator<undefined, Placement> {
  const mounted = mounts.flatMap((mount) => {
    const tree = trees.get(mount.id);
    return tree ? [{ mount, tree }] : [];
  });
  const projects = mounted.filter(({ mount }) => mount.as === "project");
  const taken = projects.flatMap(({ mount, tree }) =>
    tree.skillFiles.map((path) => [joinPath(mount.at, dirname(path)), path] as const),
  );
  const placing: Placing = { profile, points: [], skillFiles: [], notices: [], taken: new Map(taken) };
  placeWhole(placing, "/", ownMountId, own);
  const bundledAt = bundledRoot(profile, place);
  if (bundled && bundledAt !== undefined) placeWhole(placing, bundledAt, bundledMountId, bundled);
  for (const { mount, tree } of mounted) {
    placing.points.push({ at: mount.at, volume: tree.volume, from: "/", mountId: mount.id });
  }
  const plugins: PlacedPlugin[] = [];
  for (const each of mounted) plugins.push(...(yield* install(placing, each)));
  yield;
  placing.points.push(...registryPoints(profile, own, plugins));
  const { points, skillFiles, notices } = placing;
  return { points, skillFiles, notices };
}

/** What has been placed so far. */
interface Placing {
  readonly profile: Profile;
  readonly points: MountPoint<Volume>[];
  readonly skillFiles: string[];
  readonly notices: Notice[];
  /** Folders that nothing may be installed over, with what holds each; the folders of a project's own skills are included. */
  readonly taken: Map<string, string>;
}

interface MountedTree {
  readonly mount: PlacedMount;
  readonly tree: MountTree;
}

function placeWhole({ points, skillFiles, taken }: Placing, at: string, mountId: string, tree: MountTree): void {
  points.push({ at, volume: tree.volume, from: "/", mountId });
  for (const path of tree.skillFiles) {
    const location = joinPath(at, path);
    skillFiles.push(location);
    taken.set(dirname(location), location);
  }
}

/** Installs the chosen skills and plugins of a mount. Returns the plugins that are now installed. */
function* install(placing: Placing, mounted: MountedTree): Generator<undefined, readonly PlacedPlugin[]> {
  const { mount, tree } = mounted;
  const { plugins, plain } = yield* installOf(placing.profile, mount, tree);
  const left = new Set([...tree.skillFiles, ...plugins.flatMap(({ commands }) => commands)]);
  const installed = plugins.filter((plugin) => installPlugin(placing, mounted, plugin, left));
  installAlone(placing, mounted, plain, left);
  for (const path of tree.skillFiles) if (left.has(path)) placing.skillFiles.push(joinPath(mount.at, path));
  return installed;
}

/**
 * Installs the plugin if its folder is free, and takes its skills and commands out of `left`: a thousand plugins may have the same thousand
 * commands. Returns whether it did.
 */
function installPlugin(placing: Placing, { mount, tree }: MountedTree, plugin: PlacedPlugin, left: Set<string>) {
  const { points, skillFiles, taken } = placing;
  const { at, from } = plugin;
  if (taken.has(at)) return false;
  taken.set(at, from);
  const own = [...plugin.skills.map(dirname), ...plugin.commands.filter((path) => left.delete(path))];
  points.push({ at, volume: tree.volume, from, mountId: mount.id, own });
  for (const path of plugin.skills.filter((one) => left.delete(one))) {
    skillFiles.push(joinPath(at, relativePath(from, path)));
  }
  return true;
}

/** Installs skills that belong to no plugin, and takes them out of `left`. */
function installAlone(placing: Placing, mounted: MountedTree, paths: readonly string[], left: Set<string>): void {
  const { profile, skillFiles } = placing;
  const root = installRoot(profile, place, mounted.mount.scope);
  const inner = innerSkills(profile, paths);
  const placed = new Map<string, string>();
  const outerFirst = [...paths.filter((path) => !inner.has(path)), ...inner.keys()];
  for (const path of outerFirst) {
    const outer = inner.get(path) ?? "";
    const within = placed.get(outer);
    const there = within && joinPath(within, relativePath(dirname(outer), path));
    if (there && isReached(profile.scan, root, there)) {
      left.delete(path);
      skillFiles.push(there);
    } else {
      const at = bind(placing, mounted, path, root);
      if (at === undefined) continue;
      placed.set(path, at);
      left.delete(path);
    }
  }
}

/** Installs one skill in a folder of its own and returns that folder; `undefined` if another skill has it. */
function bind(placing: Placing, { mount, tree }: MountedTree, path: string, root: string): string | undefined {
  const { points, skillFiles, notices, taken } = placing;
  const from = dirname(path);
  const at = freeFolder(root, namesFor(mount, tree, path), taken);
  if (at === undefined) {
    notices.push(notInstalled(mount, path, joinPath(root, basename(from))));
    return undefined;
  }
  const location = joinPath(at, basename(path));
  taken.set(at, location);
  points.push({ at, volume: tree.volume, from, mountId: mount.id });
  skillFiles.push(location);
  return at;
}

/**
 * Skills that lie in another skill's folder, each with the outermost such skill. A harness that searches at any depth finds them there;
 * installed separately as well, they would load twice.
 */
function innerSkills({ scan }: Profile, paths: readonly string[]): ReadonlyMap<string, string> {
  const inner = new Map<string, string>();
  if (scan.depth !== "recursive") return inner;
  const byFolder = new Map(paths.map((path) => [dirname(path), path]));
  for (const path of paths) {
    for (let folder = dirname(path); folder !== "/"; ) {
      folder = dirname(folder);
      const outer = byFolder.get(folder);
      if (outer !== undefined) inner.set(path, outer);
    }
  }
  return inner;
}

/**
 * What is installed from a mount, chosen skills in the order of choice: the first of a name gets it. From a project only what was chosen
 * and does not already lie where the harness looks. Yields often.
 */
export function installOf(profile: Profile, mount: PlacedMount, tree: MountTree): Generator<undefined, InstallPlan> {
  const { chosen, as, at } = mount;
  if (as === "install") return planInstall(profile, mount, tree, chosen ?? tree.skillFiles);
  const isThere = (path: string) => isSearched(profile, joinPath(at, path));
  return planInstall(
    profile,
    mount,
    tree,
    (chosen ?? []).filter((path) => !isThere(path)),
  );
}

/** Whether a SKILL.md lies in a root of the harness at a depth where the harness finds skills. */
function isSearched({ roots, scan }: Profile, location: string): boolean {
  return liesIn(
    scan,
    roots.map((root) => placePath(place, root)),
    location,
  );
}

/** Whether a SKILL.md lies in one of these folders at a depth where the harness finds skills. */
export function liesIn({ depth }: Profile["scan"], roots: readonly string[], location: string): boolean {
  const folder = dirname(dirname(location));
  return roots.some((root) => (depth === "recursive" ? isInside(root, location) : root === folder));
}

/** Folder names for an installed skill, in order of preference: as in its source, then the skill's own name. */
function* namesFor(mount: PlacedMount, { volume }: MountTree, path: string): Generator<string> {
  const folder = dirname(path);
  yield folder === "/" ? rootName(mount) : basename(folder);
  const read = parseStandard(readText(volume, path) ?? "");
  const own = read.kind === "parsed" ? folderName(fieldText(read.fields, "name") ?? "") : "";
  if (own !== "") yield own;
}

/** The folder name that `npx skills add` makes of a name. */
function folderName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, "-")
    .replace(/^[.-]+|[.-]+$/g, "")
    .slice(0, 255);
}

/** Folder name for a source that is one skill: that of the folder in its address, else its label. */
function rootName({ source, label }: PlacedMount): string {
  return basename((source.kind === "git" && source.path) || label);
}

/** The first of these folders in the root that no other skill has. */
function freeFolder(root: string, names: Iterable<string>, taken: ReadonlyMap<string, string>): string | undefined {
  for (const name of names) {
    const at = joinPath(root, name);
    if (!taken.has(at)) return at;
  }
  return undefined;
}

function notInstalled(mount: PlacedMount, path: string, by: string): Notice {
  const data = { name: basename(dirname(path)) || mount.label, by };
  return { code: "not-installed", severity: "warning", path: joinPath(mount.at, path), data };
}

export type MountPlacement = Pick<PlacedMount, "as" | "scope" | "at">;

/** A mount placed as `as`, at a path that is free among the other mounts. */
export function placementAs(
  as: PlacedMount["as"],
  scope: PlacedMount["scope"],
  label: string,
  others: readonly PlacedMount[],
): MountPlacement {
  return { as, scope, at: as === "project" ? place.cwd : freeMountFolder(label, others) };
}

function freeMountFolder(label: string, others: readonly PlacedMount[]): string {
  const wanted = joinPath(mountFolder, mountName(label));
  const taken = new Set(others.map((mount) => mount.at));
  let at = wanted;
  for (let n = 2; taken.has(at); n++) at = `${wanted}-${n}`;
  return at;
}

/** An upload has the name of its file, which `pathObjection` may refuse for a folder: `..` is left of `...zip`. */
function mountName(label: string): string {
  const name = label.slice(0, 80).replaceAll(/[/\\~\ufffd\p{C}]/gu, "-");
  return /^(?:\.*|\.git\b.*)$/i.test(name) ? "source" : name;
}
