import { mapInSteps } from "#lib/async/steps.ts";
import { parseLooseJson } from "#lib/harness/go/json.ts";
import type { FoundRoot, Root, SkillOrder } from "#lib/harness/vocabulary/discovery.ts";
import { type Place, pathLabel, placeLabel, placePath, type Scope } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { compareAsDictionary } from "#lib/skills/text-rules.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { compareBytes, dirname, isInside, joinPath, relativePath, resolvePath } from "#lib/vfs/paths.ts";
import { realPath } from "#lib/vfs/resolve-link.ts";
import { addedRoots } from "./added-roots.ts";
import { foldersAbove, projectFolder } from "./folders-above.ts";
import { isIgnoredByGit } from "./ignored-by-git.ts";
import { commandFoldersOf, pluginsOfRoot, skillFoldersOf } from "./plugins.ts";

/**
 * The roots of a harness, highest precedence first, with `*` expanded. Does not check whether they exist. A root that two rules name, as
 * when the working folder is the home folder, counts once. Yields after each plugin, of which there may be hundreds.
 */
export function* findRoots(profile: Profile, files: Files, place: Place): Generator<undefined, readonly FoundRoot[]> {
  const found = new Map<string, FoundRoot>();
  const later = new Set(profile.roots.filter(({ yields }) => !yields).map((root) => placePath(place, root)));
  const avoided = profile.avoids === undefined ? undefined : new RegExp(`/(?:${profile.avoids})(?:/|$)`);
  const ignored = ignoredPaths(profile, files, place);
  const add = (each: FoundRoot) => {
    if (avoided?.test(each.path) || ignored.includes(each.path)) return;
    if (each.root.avoidsHome && each.path === joinPath(place.home, each.root.path)) return;
    // One skill of a folder leaves the others to the folder itself.
    const key = [each.path, ...(each.only ?? [])].join("/");
    if (!found.has(key) && !(each.root.yields && later.has(each.path))) found.set(key, each);
  };
  const added = addedRoots(profile, files, place);
  const { counts } = profile.addedRoots ?? {};
  if (counts === "last") added.forEach(add);
  for (const roots of inGroups(profile.roots)) {
    if (counts === "all" && roots[0]?.followsOwn) added.forEach(add);
    if (counts === "each") added.filter(({ root }) => root.scope === roots[0]?.scope).forEach(add);
    const open = roots.filter(
      (root) => !root.unless || files.stat(placePath(place, { ...root, path: root.unless }))?.kind !== "folder",
    );
    const all = yield* expandRoots(profile, open, files, place);
    if (roots[0]?.topFirst) topFirst(all).forEach(add);
    else all.flat().forEach(add);
  }
  added.forEach(add);
  for (const root of profile.roots) {
    if (root.alsoIn?.includes("touched")) touchedRoots(root, files, place).forEach(add);
  }
  return [...found.values()];
}

/** The paths that a setting takes out of the search. */
function ignoredPaths({ ignoredRoots }: Profile, files: Files, place: Place): readonly string[] {
  if (!ignoredRoots) return [];
  const list = parseLooseJson(readText(files, placePath(place, ignoredRoots)) ?? "{}")?.[ignoredRoots.key];
  const paths = Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
  return paths.flatMap((path) => (/^~?\//.test(path) ? resolvePath(place.home, path.replace(/^~\//, "")) : []));
}

/** Groups successive roots that are looked for in the same folders, the topmost first; any other root is a group of its own. */
function inGroups(roots: readonly Root[]): readonly (readonly Root[])[] {
  const groups: Root[][] = [];
  for (const root of roots) {
    const last = groups.at(-1);
    if (root.topFirst && last?.[0]?.topFirst) last.push(root);
    else groups.push([root]);
  }
  return groups;
}

/** Given places of several roots, each from the working folder up: all places in the topmost folder first. */
function topFirst<Found>(all: readonly (readonly Found[])[]): readonly Found[] {
  const height = Math.max(0, ...all.map((each) => each.length));
  return Array.from({ length: height }, (_, index) => all.flatMap((each) => each[height - 1 - index] ?? [])).flat();
}

/** The places of a root in further folders: above the working folder, and those that were added. */
function furtherRoots(root: Root, files: Files, { cwd, home, added = [] }: Place): readonly FoundRoot[] {
  const { alsoIn = [] } = root;
  const above = alsoIn.includes("above") ? foldersAbove(files, cwd) : [];
  const toHome = alsoIn.includes("above-to-home") ? foldersAbove(files, cwd, home) : [];
  const andHome = alsoIn.includes("above-and-home")
    ? foldersAbove(files, cwd, isInside(home, cwd) ? dirname(home) : "/")
    : [];
  const toTop = alsoIn.includes("above-to-top") ? foldersAbove(files, cwd, "/") : [];
  const gitRoot = alsoIn.includes("git-root") ? foldersAbove(files, cwd).slice(-1) : [];
  const folders = [...gitRoot, ...above, ...toHome, ...andHome, ...toTop, ...(alsoIn.includes("added") ? added : [])];
  return folders.map((folder) => {
    const path = joinPath(folder, root.path);
    return { root, label: path, path };
  });
}

/**
 * The roots in folders below the working folder that contain touched files: those that exist and that git does not ignore, in the order of
 * the files.
 */
function touchedRoots(root: Root, files: Files, place: Place): readonly FoundRoot[] {
  const { cwd, touched = [] } = place;
  const folders = new Set(touched.flatMap((path) => [...foldersBetween(cwd, path)]));
  return [...folders]
    .filter((folder) => isInside(cwd, realPath(files, folder)))
    .map((folder) => ({ ...rootIn(root, cwd, folder), folder }))
    .filter(({ path, folder }) => files.stat(path)?.kind === "folder" && !isIgnoredByGit(files, place, folder));
}

/** Folders above a file, the nearest first, up to but not including the working folder. */
function* foldersBetween(cwd: string, path: string): Generator<string> {
  if (!isInside(cwd, path)) return;
  for (let folder = dirname(path); folder !== cwd; folder = dirname(folder)) yield folder;
}

/**
 * The root below the working folder that contains a file, if it would be looked at once a file of its folder is touched, whether or not one
 * has been.
 */
export function rootAwaiting({ roots }: Profile, { cwd }: Place, location: string): FoundRoot | undefined {
  if (!isInside(cwd, location)) return undefined;
  for (const root of roots) {
    const at = root.alsoIn?.includes("touched") ? location.lastIndexOf(`/${root.path}/`) : -1;
    if (at > cwd.length) return { ...rootIn(root, cwd, location.slice(0, at)), isUntouched: true };
  }
  return undefined;
}

function rootIn(root: Root, cwd: string, folder: string): FoundRoot {
  const below = relativePath(cwd, folder);
  return { root, label: `./${below}/${root.path}`, path: joinPath(folder, root.path), below };
}

/** The place that a root's path is relative to. */
function rootPlace({ at }: Root, files: Files, place: Place): Place {
  return at === "git-root" ? { ...place, cwd: projectFolder(files, place) } : place;
}

/** Each of these roots in every folder in which the harness looks for it. */
function* expandRoots(
  profile: Profile,
  roots: readonly Root[],
  files: Files,
  place: Place,
): Generator<undefined, (readonly FoundRoot[])[]> {
  const all: (readonly FoundRoot[])[] = [];
  for (const root of roots) {
    all.push([...(yield* expandRoot(profile, root, files, place)), ...furtherRoots(root, files, place)]);
  }
  return all;
}

function* expandRoot(
  profile: Profile,
  root: Root,
  files: Files,
  place: Place,
): Generator<undefined, readonly FoundRoot[]> {
  const rest = root.path.split("/*/")[1];
  const label = placeLabel(root);
  if (rest === undefined) return [{ root, label, path: placePath(rootPlace(root, files, place), root) }];
  const expanded = yield* mapInSteps(yield* pluginsOfRoot(profile, root, files, place), (plugin) => {
    if (plugin.refused) return [];
    const { folder } = plugin;
    // If manifests name a skill's plugin, they also do so for an installed one.
    const namespace = !profile.identity.manifests && !root.bareNames && { namespace: plugin.namespace };
    const foldersOf = rest === "commands" && profile.plugins?.commands ? commandFoldersOf : skillFoldersOf;
    return foldersOf(profile, files, plugin).map(({ path, only }): FoundRoot => {
      return {
        root,
        label,
        path: rest === "skills" || rest === "commands" ? path : joinPath(folder, rest),
        ...namespace,
        pluginFolder: folder,
        ...(only && { only }),
      };
    });
  });
  return expanded.flat();
}

/** The root in which a skill was found, in whichever folder that root is. */
export function rootOf({ roots }: Pick<Profile, "roots">, { root: label }: Pick<Skill, "root">): Root | undefined {
  const own = roots.find((root) => placeLabel(root) === label);
  return own ?? roots.find(({ alsoIn, path }) => alsoIn && label.endsWith(`/${path}`));
}

/** The harness's own word for a root of this label, which may be in a folder above. */
function levelOf(profile: Profile, label: string): string | undefined {
  const root = rootOf(profile, { root: label });
  return root && placeLabel(root) !== label ? (root.levelAbove ?? root.level) : root?.level;
}

/** The root that the harness fills with its own skills at every start; `undefined` if it has none. */
export function bundledRoot({ roots }: Profile, place: Place): string | undefined {
  const root = roots.find(({ isBundled }) => isBundled);
  return root && placePath(place, root);
}

/** Whether the harness bundles skills of its own. */
export function bringsSkills({ roots }: Profile): boolean {
  return roots.some(({ isBundled }) => isBundled);
}

/** The folder into which skills of a scope are installed for this harness: its first root of the scope, or else its first root. */
export function installRoot(profile: Profile, place: Place, scope: Scope): string {
  const open = profile.roots.filter(takesInstalls);
  const root = open.find((each) => each.scope === scope) ?? open[0];
  if (!root) throw new Error(`The profile ${profile.id} has no root to install into.`);
  return joinPath(placePath(place, root), root.installAt ?? "");
}

/** The folder that a person is told to move a skill to: where the lab installs it, too. */
export function installLabel({ profile, place }: { readonly profile: Profile; readonly place: Place }): string {
  return pathLabel(installRoot(profile, place, "project"), place);
}

function takesInstalls({ isBundled, takesInstalls: takes, path }: Root): boolean {
  return !isBundled && takes !== false && !path.includes("*");
}

/** Sorts skills in place, in one of the orders of `SkillOrder`. */
export function sortSkills(profile: Profile, skills: Skill[], order: SkillOrder): Skill[] {
  if (order === "found" || order === "replacing") return skills;
  if (order === "paths-last") return pathsLast(skills);
  if (order === "name") return skills.sort(byName);
  if (order === "runs") return runsOf(profile, skills).flatMap((run) => run.sort(byName));
  if (order === "path") return skills.sort((a, b) => comparePaths(a.directory, b.directory));
  if (order === "dictionary") return skills.sort((a, b) => compareAsDictionary(a.name, b.name));
  const ranks = new Map(
    [...new Set(skills.map(({ root }) => root))].map((root) => {
      return [root, order.levels.indexOf(levelOf(profile, root) ?? "")];
    }),
  );
  const rank = ({ root }: Skill) => ranks.get(root) ?? -1;
  return skills.sort((a, b) => rank(a) - rank(b) || byName(a, b) || compareBytes(a.location, b.location));
}

/** Skills in a row whose roots have one level. */
function runsOf(profile: Profile, skills: readonly Skill[]): readonly Skill[][] {
  const runs: Skill[][] = [];
  for (const skill of skills) {
    const last = runs.at(-1);
    if (last?.[0] && levelOf(profile, last[0].root) === levelOf(profile, skill.root)) last.push(skill);
    else runs.push([skill]);
  }
  return runs;
}

/** Compares two paths by their bytes in lower case. */
export function comparePaths(a: string, b: string): number {
  return compareBytes(a.toLowerCase(), b.toLowerCase());
}

function pathsLast(skills: Skill[]): Skill[] {
  const rank = ({ namespace, isCommand, ignoring, below }: Skill) => {
    if (ignoring || below) return 3;
    return namespace === undefined ? Number(isCommand ?? false) : 2;
  };
  const byTypedName = (a: Skill, b: Skill) =>
    compareAsDictionary(a.below?.qualifies ?? a.name, b.below?.qualifies ?? b.name) ||
    compareBytes(a.directory, b.directory);
  return skills.sort((a, b) => rank(a) - rank(b) || (rank(a) % 2 === 1 ? byTypedName(a, b) : 0));
}

function byName(a: Skill, b: Skill): number {
  return compareBytes(a.name, b.name);
}
