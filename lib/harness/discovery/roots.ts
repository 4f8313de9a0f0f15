import type { LevelOrder, Root } from "#lib/harness/vocabulary/discovery.ts";
import { type Place, placeLabel, placePath, type Scope } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { goLower } from "#lib/skills/go-text.ts";
import type { Files } from "#lib/vfs/files.ts";
import { compareBytes, joinPath, relativePath, resolvePath } from "#lib/vfs/paths.ts";
import { pluginsOfRoot, skillFoldersOf } from "./plugins.ts";

/** A root as it stands in a tree. */
export interface FoundRoot {
  readonly root: Root;
  /** As the harness's documentation writes it: `./.agents/skills`. */
  readonly label: string;
  readonly path: string;
  /** The plugin whose folder it is. */
  readonly namespace?: string;
  /** The folders in it that count; absent for all. */
  readonly only?: readonly string[];
}

/**
 * The roots of a harness, highest precedence first, `*` spelled out. Whether they exist is not looked at. One
 * that two rules name, as when the working folder is the home folder, counts once.
 */
export function findRoots(profile: Profile, files: Files, place: Place): readonly FoundRoot[] {
  const found = new Map<string, FoundRoot>();
  for (const root of profile.roots) {
    for (const each of expandRoot(profile, root, files, place)) {
      if (!found.has(each.path)) found.set(each.path, each);
    }
  }
  return [...found.values()];
}

/** The paths of `findRoots`. */
export function rootPaths(profile: Profile, files: Files, place: Place): readonly string[] {
  return findRoots(profile, files, place).map(({ path }) => path);
}

function expandRoot(profile: Profile, root: Root, files: Files, place: Place): readonly FoundRoot[] {
  const [base = "", rest] = root.path.split("/*/");
  const label = placeLabel(root);
  if (rest === undefined) return [{ root, label, path: placePath(place, root) }];
  const parent = placePath(place, { scope: root.scope, path: base });
  return pluginsOfRoot(profile, root, files, { parent, place }).flatMap((plugin) => {
    if (plugin.offBy !== undefined) return [];
    const folder = resolvePath(place.cwd, plugin.folder);
    // Where manifests name a skill's plugin, they do so for an installed one, too.
    const namespace = !profile.identity.manifests && { namespace: plugin.namespace };
    return skillFoldersOf(profile, files, place, { ...plugin, folder }).map(({ path, only }): FoundRoot => {
      return {
        root,
        label,
        path: rest === "skills" ? path : joinPath(folder, rest),
        ...namespace,
        ...(only && { only }),
      };
    });
  });
}

/** Whether a root has a SKILL.md that lies in it, as far as its plugin's manifest tells. */
export function isOpenTo({ only, path }: FoundRoot, location: string): boolean {
  return !only || only.includes(relativePath(path, location).split("/")[0] ?? "");
}

/** The root that a skill was found in. */
export function rootOf(profile: Profile, skill: Pick<Skill, "root">): Root | undefined {
  return profile.roots.find((root) => placeLabel(root) === skill.root);
}

/** The root that the harness fills with skills of its own at every start; `undefined` when it brings none along. */
export function bundledRoot({ roots }: Profile, place: Place): string | undefined {
  const root = roots.find(({ isBundled }) => isBundled);
  return root && placePath(place, root);
}

/** Whether the harness brings skills of its own along. */
export function bringsSkills({ roots }: Profile): boolean {
  return roots.some(({ isBundled }) => isBundled);
}

/** The folder of a root that the harness keeps for itself and that holds `location`, which lies in the root. */
export function reservedFolder({ root, path }: FoundRoot, location: string): string | undefined {
  const [name = ""] = relativePath(path, location).split("/");
  return root.reserves?.some((each) => each === goLower(name)) ? name : undefined;
}

/** Where skills of a scope are installed for this harness: its first root there, or its first at all. */
export function installRoot(profile: Profile, place: Place, scope: Scope): string {
  const open = profile.roots.filter(takesInstalls);
  const root = open.find((each) => each.scope === scope) ?? open[0];
  if (!root) throw new Error(`The profile ${profile.id} has no root to install into.`);
  return joinPath(placePath(place, root), root.installAt ?? "");
}

function takesInstalls({ isBundled, takesInstalls: takes, path }: Root): boolean {
  return !isBundled && takes !== false && !path.includes("*");
}

/** Sorts skills in place: by the bytes of their names, by the level of their roots, or not at all. */
export function sortSkills(profile: Profile, skills: Skill[], order: "name" | "found" | LevelOrder): Skill[] {
  if (order === "found") return skills;
  if (order === "name") return skills.sort(byName);
  // Of two roots of one label the first counts.
  const ranks = new Map(
    profile.roots.toReversed().map((root) => [placeLabel(root), order.levels.indexOf(root.level ?? "")]),
  );
  const rank = ({ root }: Skill) => ranks.get(root) ?? -1;
  return skills.sort((a, b) => rank(a) - rank(b) || byName(a, b) || compareBytes(a.location, b.location));
}

function byName(a: Skill, b: Skill): number {
  return compareBytes(a.name, b.name);
}
