import { mapInSteps } from "#lib/async/steps.ts";
import { findRoots } from "#lib/harness/roots/roots.ts";
import type { PathAliases } from "#lib/harness/vocabulary/catalog.ts";
import type { FoundRoot } from "#lib/harness/vocabulary/discovery.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { compareBytes, foldersAbove, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { realPath } from "#lib/vfs/resolve-link.ts";

/** A root, or the folder of a marketplace that holds several, and its short name. */
export interface RootAlias {
  readonly root: string;
  readonly alias: string;
  /** Whether `root` is the folder of a marketplace, which also holds the roots of other plugins. */
  readonly isShared: boolean;
  readonly index: number;
}

/** By the path of the root, in the order of their names. */
export type RootAliases = ReadonlyMap<string, RootAlias>;

/** The table of short names. */
export function tableOf({ row }: PathAliases, roots: RootAliases): string {
  return Array.from(roots.values(), ({ root, alias }) => fillTemplate(row, { root, alias })).join("\n");
}

/** Short names for the roots in which these skills lie, as the harness prints paths. Yields often. */
export function* rootAliases(
  profile: Profile,
  { prefix, sharesMarkets }: PathAliases,
  { files, place }: Pick<Session, "files" | "place">,
  skills: readonly Skill[],
): Generator<undefined, RootAliases> {
  const roots = topFirst(yield* findRoots(profile, files, place));
  // A skill that a plugin's manifest names is a root of its own.
  const alone = roots.flatMap(
    (each) => each.only?.map((name) => ({ ...each, path: joinPath(each.path, name) })) ?? each,
  );
  const isPrintedIn = countByFolder(skills.map(printed));
  const lieIn = countByFolder(skills.map(({ location }) => location));
  yield;
  const used = yield* mapInSteps(pluginsByPath(alone), (found) => {
    const root = profile.scan.printsRealRoots ? realPath(files, found.path) : found.path;
    if (!isPrintedIn.has(root)) return [];
    const { pluginFolder } = found;
    const isShared = sharesMarkets === true && pluginFolder !== undefined && lieIn.get(pluginFolder) === 1;
    return [[isShared ? marketOf(found, place) : root, isShared] as const];
  });
  const named = Array.from(new Map(used.flat()), ([root, isShared], index) => {
    return [root, { root, isShared, index, alias: prefix + index }] as const;
  });
  return new Map(named);
}

/** The number of these files in each folder, at any depth. */
function countByFolder(locations: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const location of locations) {
    for (const folder of foldersAbove(location)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/** The roots; one that exists in several folders is listed from the topmost folder down. */
function topFirst(roots: readonly FoundRoot[]): readonly FoundRoot[] {
  const kinds = [...new Set(roots.map(({ root }) => root))];
  return kinds.flatMap((kind) => {
    const found = roots.filter(({ root }) => root === kind);
    return found.some(isOfPlugin) ? found : found.reverse();
  });
}

/** The roots, those of plugins in the order of their paths, folder by folder. */
function pluginsByPath(roots: readonly FoundRoot[]): readonly FoundRoot[] {
  const inFolders = ({ path }: FoundRoot) => path.replaceAll("/", "\0");
  const sorted = roots.filter(isOfPlugin).sort((a, b) => compareBytes(inFolders(a), inFolders(b)));
  return roots.map((each) => (isOfPlugin(each) ? (sorted.shift() ?? each) : each));
}

function isOfPlugin({ root }: FoundRoot): boolean {
  return root.path.includes("/*/");
}

/** The folder of the marketplace that contains a plugin's root. */
function marketOf({ root, path }: FoundRoot, place: Place): string {
  const cache = placePath(place, { ...root, path: root.path.split("/*/")[0] ?? "" });
  return joinPath(cache, relativePath(cache, path).split("/")[0] ?? "");
}

/** The location of a skill as the harness prints it. */
export function printed({ printedLocation, location }: Skill): string {
  return printedLocation ?? location;
}

/** A path that begins with the short name of its root; a path in no root stays as it is. */
export function shortened(roots: RootAliases, location: string): string {
  const holding = [...foldersAbove(location)].flatMap((folder) => roots.get(folder) ?? []);
  const [found] = holding.sort((a, b) => Number(a.isShared) - Number(b.isShared) || a.index - b.index);
  return found ? `${found.alias}/${relativePath(found.root, location)}` : location;
}
