import { findRoots } from "#lib/harness/roots/roots.ts";
import type { PathAliases } from "#lib/harness/vocabulary/catalog.ts";
import type { FoundRoot } from "#lib/harness/vocabulary/discovery.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { isInside, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { realPath } from "#lib/vfs/resolve-link.ts";

/** A root, or the folder of a marketplace that holds several, and its short name. */
export interface RootAlias {
  readonly root: string;
  readonly alias: string;
  /** Whether `root` is the folder of a marketplace, which also holds the roots of other plugins. */
  readonly isShared: boolean;
}

/** The table of short names. */
export function tableOf({ row }: PathAliases, roots: readonly RootAlias[]): string {
  return roots.map(({ root, alias }) => fillTemplate(row, { root, alias })).join("\n");
}

/** Short names for the roots in which these skills lie, as the harness prints paths. */
export function rootAliases(
  profile: Profile,
  { prefix, sharesMarkets }: PathAliases,
  { files, place }: Pick<Session, "files" | "place">,
  skills: readonly Skill[],
): readonly RootAlias[] {
  const roots = topFirst(findRoots(profile, files, place));
  // A skill that a plugin's manifest names is a root of its own.
  const alone = roots.flatMap(
    (each) => each.only?.map((name) => ({ ...each, path: joinPath(each.path, name) })) ?? each,
  );
  const used = alone.flatMap((found) => {
    const root = profile.scan.printsRealRoots ? realPath(files, found.path) : found.path;
    const count = skills.filter((skill) => isInside(root, printed(skill))).length;
    if (count === 0) return [];
    const { pluginFolder } = found;
    const inPlugin = skills.filter((skill) => pluginFolder !== undefined && isInside(pluginFolder, skill.location));
    const isShared = sharesMarkets === true && inPlugin.length === 1;
    return [[isShared ? marketOf(found, place) : root, isShared] as const];
  });
  return Array.from(new Map(used), ([root, isShared], index) => ({ root, isShared, alias: prefix + index }));
}

/** The roots; one that exists in several folders is listed from the topmost folder down. */
function topFirst(roots: readonly FoundRoot[]): readonly FoundRoot[] {
  const kinds = [...new Set(roots.map(({ root }) => root))];
  return kinds.flatMap((kind) => {
    const found = roots.filter(({ root }) => root === kind);
    return found.some(isOfPlugin) ? found : found.reverse();
  });
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
export function shortened(roots: readonly RootAlias[], location: string): string {
  const holding = roots.filter(({ root }) => isInside(root, location));
  const found = holding.find(({ isShared }) => !isShared) ?? holding[0];
  return found ? `${found.alias}/${relativePath(found.root, location)}` : location;
}
