import { mapInSteps } from "#lib/async/steps.ts";
import { pluginsOff } from "#lib/harness/roots/plugin-switches.ts";
import { type NamespaceOf, pluginNamespaces } from "#lib/harness/roots/plugins.ts";
import { isTooDeep } from "#lib/harness/rules/place/depth.ts";
import { matchesName, skillFileIn } from "#lib/harness/rules/place/file-name.ts";
import { maxLinkedFolders } from "#lib/harness/rules/place/folder-limit.ts";
import { hasIgnoreFile, isHidden, linesIn } from "#lib/harness/rules/place/ignored.ts";
import { entersRoot, isFile, isFolder, leavesBounds } from "#lib/harness/rules/place/link.ts";
import { isOpenTo } from "#lib/harness/rules/place/root.ts";
import { reservedFolder, skipsFolder } from "#lib/harness/rules/place/skipped-folder.ts";
import type { FoundRoot, Scan } from "#lib/harness/vocabulary/discovery.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { compareAsDictionary } from "#lib/skills/text-rules.ts";
import { type Entry, type Files, isSkillName, type WalkedEntry, type WalkOptions, walkFiles } from "#lib/vfs/files.ts";
import { basename, childPath, compareBytes, dirname, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { realPath } from "#lib/vfs/resolve-link.ts";
import { plainName } from "./clean-name.ts";
import type { SkillFile } from "./read-skill.ts";

/** Number of names that are looked at between two yields. */
const namesAtATime = 16;

interface Scanned {
  readonly paths: readonly string[];
  /**
   * Whether the result depends on more than file names, such as a link's target or an ignore file, so that it cannot be
   * cached by the listing.
   */
  readonly isOpen: boolean;
}

interface Known {
  readonly root: string;
  readonly paths: readonly string[];
}

/** By a root's listing, which is a new array when any name below it changes (see `Files.list`). Editing a file changes no name. */
const pathsOfListing = new WeakMap<readonly Entry[], Map<Scan, Known>>();

/** The paths of skills in one root, in the harness's order. Some may be unreadable. */
function* scanRoot(files: Files, root: string, scan: Scan): Generator<undefined, readonly string[]> {
  if (!entersRoot(scan, files, root)) return [];
  const entries = files.list(root);
  if (!entries) return [];
  const byScan = pathsOfListing.get(entries) ?? new Map<Scan, Known>();
  const known = byScan.get(scan);
  if (known?.root === root) return known.paths;
  const { paths, isOpen } = yield* scan.depth === "one-level"
    ? scanOneLevel(files, root, scan, entries)
    : scanBelow(files, root, scan);
  if (!isOpen) pathsOfListing.set(entries, byScan.set(scan, { root, paths }));
  return paths;
}

function* scanOneLevel(
  files: Files,
  root: string,
  scan: Scan,
  entries: readonly Entry[],
): Generator<undefined, Scanned> {
  const chosen = yield* mapInSteps(
    entries,
    ({ name, kind }) => {
      const folder = childPath(root, name);
      if (skipsFolder(scan, name) || !isFolder(scan, files, folder, kind)) return [];
      const file = skillFileIn(files, folder, scan);
      return file === undefined ? [] : [childPath(folder, file)];
    },
    namesAtATime,
  );
  const found = chosen.flat();
  const ofRoot = scan.takesRoot ? skillFileIn(files, root, scan) : undefined;
  if (scan.order === "folder-down") {
    const all = ofRoot === undefined ? found : [...found, childPath(root, ofRoot)];
    return {
      paths: all.sort((a, b) => compareBytes(nameBelow(root, b), nameBelow(root, a))),
      isOpen: hasLinks(entries),
    };
  }
  // Entries come in byte order of name, which is not that of path: `a-b/` sorts before `a/`.
  const isPlain = scan.order === "plain-dictionary";
  const nameOf = (path: string) => (isPlain ? plainName(nameBelow(root, path)) : nameBelow(root, path));
  const byNames = (a: string, b: string) => compareAsDictionary(nameOf(a), nameOf(b));
  const paths = scan.order === "folder" ? found : found.sort(scan.order === "path" ? compareBytes : byNames);
  const single = entries.filter(({ name }) => isRootFile(scan, name)).map(({ name }) => childPath(root, name));
  const alone = single.filter((path) => isFile(scan, files, path, files.lstat(path)?.kind ?? "folder"));
  return {
    paths: [...paths, ...alone, ...(ofRoot === undefined ? [] : [childPath(root, ofRoot)])],
    isOpen: hasLinks(entries),
  };
}

/** The name directly in the root at which a path begins. */
function nameBelow(root: string, path: string): string {
  return relativePath(root, path).split("/")[0] ?? "";
}

function hasLinks(entries: readonly Pick<Entry, "kind">[]): boolean {
  return entries.some(({ kind }) => kind === "link");
}

/** Whether a file directly in a root that is searched one level deep is a skill by itself. */
function isRootFile({ rootFiles }: Scan, name: string): boolean {
  return rootFiles !== undefined && name.toLowerCase().endsWith(rootFiles) && !isSkillName(name);
}

function* scanBelow(files: Files, root: string, scan: Scan): Generator<undefined, Scanned> {
  if (scan.rootStopsAtAny && files.stat(childPath(root, "SKILL.md"))?.kind === "folder")
    return { paths: [], isOpen: true };
  const skip = ({ path }: { path: string }) => isPassedOver(scan, root, path);
  const walk = scan.follows.folders ? walkLinked(files, root, scan, skip) : walkFiles(files, root, { skip });
  const entries = yield* mapInSteps(walk, (entry) => entry, namesAtATime);
  const found = entries
    .filter(({ path, kind }) => isSkillFile(scan, root, path) && isFile(scan, files, path, kind))
    .map(({ path }) => path);
  const reached = scan.maxFolders === undefined ? found : inFirstFolders(files, root, scan, { entries, found });
  const counting = scan.skillAlone ? withoutBesideSkills(reached) : reached;
  const paths = scan.order === "shallow-first" ? counting.sort(byDepth) : counting;
  const folders = [root, ...entries.map(({ path }) => path)];
  return { paths, isOpen: hasLinks(entries) || folders.some((each) => hasIgnoreFile(scan, files, each)) };
}

interface WalkedRoot {
  readonly entries: readonly WalkedEntry[];
  /** The paths of its skill files. */
  readonly found: string[];
}

/** The files in as many folders as are searched: those at a smaller depth come first. */
function inFirstFolders(files: Files, root: string, scan: Scan, { entries, found }: WalkedRoot): string[] {
  const { maxFolders = Number.POSITIVE_INFINITY } = scan;
  // There are at least as many entries as folders.
  if (entries.length < maxFolders) return found;
  const folders = entries.filter(({ path, kind }) => isFolder(scan, files, path, kind)).map(({ path }) => path);
  const searched = new Set([root, ...folders.sort(byDepth)].slice(0, maxFolders));
  return found.filter((path) => searched.has(dirname(path)));
}

/**
 * If a folder has a SKILL.md, only that file counts. If several differ only in case, the first in byte order counts.
 */
function withoutBesideSkills(paths: readonly string[]): string[] {
  return Array.from(Map.groupBy(paths, dirname).values()).flatMap((all) => {
    const skill = all.filter(isSkillName).sort(compareBytes)[0];
    return skill === undefined ? all : [skill];
  });
}

function byDepth(a: string, b: string): number {
  return a.split("/").length - b.split("/").length || compareAsDictionary(a, b);
}

function isSkillFile({ fileName, rootFiles }: Scan, root: string, path: string): boolean {
  if (matchesName(basename(path), fileName)) return true;
  return rootFiles !== undefined && dirname(path) === root && path.endsWith(rootFiles);
}

/** Whether a recursive search skips the folder `path` below the root. */
function isPassedOver(scan: Scan, root: string, path: string): boolean {
  // A file in the deepest folder still counts: its depth is that of its folder.
  return skipsFolder(scan, basename(path)) || isTooDeep(scan, root, dirname(path));
}

/** Whether a recursive search of the root reaches `path` below it, as far as names and depth decide. */
export function isReached(scan: Scan, root: string, path: string): boolean {
  for (let each = path; each !== root; each = dirname(each)) if (isPassedOver(scan, root, each)) return false;
  return true;
}

interface EnteredFolder {
  readonly path: string;
  /** Its path without links. */
  readonly real: string;
  /** The folders around it, without links. */
  readonly above: readonly string[];
  /** The lines of ignore files that hold here. */
  readonly lines: ReturnType<typeof linesIn>;
  /** Whether a link below the root leads to it. */
  readonly isLinked: boolean;
}

/** As `walkFiles`, but also into folders behind links, unless the walk is already inside that folder. */
function* walkLinked(
  files: Files,
  root: string,
  scan: Scan,
  skip: Required<WalkOptions>["skip"],
): Generator<WalkedEntry, void> {
  let linked = 0;
  yield* walk({ path: root, real: realPath(files, root), above: [], lines: [], isLinked: false });

  function* walk({ path, real, above, lines: linesAbove, isLinked }: EnteredFolder): Generator<WalkedEntry, void> {
    if (above.includes(real) || (isLinked && ++linked > maxLinkedFolders)) return;
    const lines = [...linesAbove, ...linesIn(scan, files, root, path)];
    const skill = scan.stopsAtSkill ? skillAt(files, path, scan) : undefined;
    const isShown = (entry: WalkedEntry) =>
      !isHidden(lines, root, entry.path, isFolder(scan, files, entry.path, entry.kind));
    for (const entry of skill && isShown(skill) ? [skill] : entriesIn(path).filter(isShown)) {
      yield entry;
      const folder = folderAt(files, entry, { path, real, above, lines, isLinked });
      if (folder) yield* walk(folder);
    }
  }

  function entriesIn(folder: string): readonly WalkedEntry[] {
    return (files.list(folder) ?? []).flatMap(({ name, kind }) => {
      const entry = { path: childPath(folder, name), kind };
      return skip(entry) ? [] : [entry];
    });
  }
}

/** An entry of a folder, if it is a folder or a link to one. */
function folderAt(files: Files, { path, kind }: WalkedEntry, around: EnteredFolder): EnteredFolder | undefined {
  const isLink = kind === "link";
  if (kind !== "folder" && !(isLink && files.stat(path)?.kind === "folder")) return undefined;
  const real = isLink ? realPath(files, path) : childPath(around.real, basename(path));
  return { ...around, path, real, above: [...around.above, around.real], isLinked: isLink || around.isLinked };
}

/** The SKILL.md of a folder that the search does not enter further. */
function skillAt(files: Files, folder: string, scan: Scan): WalkedEntry | undefined {
  // If every file with a suffix is a skill, only a SKILL.md stands for its folder.
  const fileName =
    scan.fileName.match === "suffix" ? ({ match: "any-case", name: "SKILL.md" } as const) : scan.fileName;
  const name = skillFileIn(files, folder, { ...scan, fileName });
  const path = name === undefined ? undefined : childPath(folder, name);
  const kind = path === undefined ? undefined : files.lstat(path)?.kind;
  return path !== undefined && kind !== undefined && isFile(scan, files, path, kind) ? { path, kind } : undefined;
}

interface KnownFiles {
  readonly root: FoundRoot;
  readonly files: readonly SkillFile[];
}

/** By the paths that a scan found: `scanRoot` returns the same array while the names in the root are the same. */
const filesOfPaths = new WeakMap<readonly string[], KnownFiles>();

/** The paths of skills in one root, in the harness's order. */
function pathsInRoot(
  profile: Profile,
  files: Files,
  { path, root }: FoundRoot,
): Generator<undefined, readonly string[]> {
  return scanRoot(files, path, root.scan ?? profile.scan);
}

/** The skill files in one root, in the harness's order. Yields often. */
export function* filesInRoot(
  profile: Profile,
  files: Files,
  place: Place,
  root: FoundRoot,
): Generator<undefined, readonly SkillFile[]> {
  const paths = yield* pathsInRoot(profile, files, root);
  const isOff = root.root.reserves && pluginsOff(profile, files, place);
  const make = () => {
    const isOpen = (location: string) =>
      isOpenTo(root, location) &&
      !isOff?.(dirname(location)) &&
      reservedFolder(root, location) === undefined &&
      !leavesBounds(root, files, place, location);
    const open = inListedOrder(root, paths.filter(isOpen));
    const namespaceOf = pluginNamespaces(files, profile.identity.manifests ?? []);
    const toFile = (location: string) => toSkillFile(profile, files, place, { root, location, namespaceOf });
    return mapInSteps(open, toFile, namesAtATime);
  };
  // The target of a link, the working folder and a manifest above can change while the root's listing stays the same.
  if (isOff || root.root.printsRelative || root.root.staysIn || profile.identity.manifests || asksForTargets(profile))
    return yield* make();
  const known = filesOfPaths.get(paths);
  if (known && isSameRoot(known.root, root)) return known.files;
  const made = yield* make();
  filesOfPaths.set(paths, { root, files: made });
  return made;
}

/** Where a plugin names the folders that count, in the order in which it does. */
function inListedOrder({ only, path }: FoundRoot, paths: readonly string[]): readonly string[] {
  if (!only) return paths;
  const place = new Map(only.map((name, index) => [name, index]));
  const placeOf = (location: string) => place.get(nameBelow(path, location)) ?? only.length;
  return paths.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function isSameRoot(a: FoundRoot, b: FoundRoot): boolean {
  return a.label === b.label && a.namespace === b.namespace && a.only?.join("/") === b.only?.join("/");
}

interface Found {
  readonly root: FoundRoot;
  readonly location: string;
  readonly namespaceOf: NamespaceOf;
}

function toSkillFile(profile: Profile, files: Files, place: Place, found: Found): SkillFile {
  const { location } = found;
  const { root, label, below } = found.root;
  const cell = files.cell?.(location);
  const links = linkTarget(profile, files, found.root.path, location);
  const namespace = found.root.namespace ?? found.namespaceOf(dirname(links.target ?? location));
  return {
    location,
    root: label,
    ...(namespace !== undefined && { namespace }),
    ...(found.root.pluginFolder !== undefined && { pluginFolder: found.root.pluginFolder }),
    ...(below !== undefined && { below }),
    ...((root.says ?? root.level) !== undefined && { level: root.says ?? root.level }),
    ...(found.root.only && root.namedBy !== "path" && { isListed: true as const }),
    ...(root.tellsDescribed && { tellsDescribed: root.tellsDescribed }),
    ...(root.namedBy === "path" && { pathName: pathName(found.root.path, location) }),
    ...(root.printsRelative && { printedDirectory: relativePath(place.cwd, dirname(location)) }),
    ...links,
    ...(cell && { cell }),
  };
}

/** The name of a file from its path below a root: `sub:deep` for `sub/deep.md`. */
function pathName(root: string, location: string): string {
  const folders = relativePath(root, dirname(location)).split("/");
  const file = basename(location);
  const above = folders.filter((part) => part !== "" && part !== ".");
  if (!isSkillName(file)) return [...above, file.replace(/\.md$/, "")].join(":");
  return above.join(":") || basename(root);
}

interface LinkTarget {
  /** The file that links lead to. */
  readonly target?: string;
  /** The path below the root's own path, if the harness prints that and the root is a link. */
  readonly printedLocation?: string;
}

/** The target of a SKILL.md that is a link, for a harness that asks for it; empty for any other harness. */
export function linkTarget(profile: Profile, files: Files, root: string, location: string): LinkTarget {
  if (!asksForTargets(profile)) return {};
  const real = profile.scan.printsRealRoots ? realPath(files, root) : root;
  const printedLocation = real === root ? undefined : joinPath(real, relativePath(root, location));
  return { target: realPath(files, location), ...(printedLocation !== undefined && { printedLocation }) };
}

function asksForTargets({ identity, scan }: Profile): boolean {
  return scan.printsRealRoots === true || identity.collisions.some(({ by }) => by === "target");
}
