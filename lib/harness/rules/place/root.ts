import { installLabel } from "#lib/harness/roots/roots.ts";
import type { FoundRoot } from "#lib/harness/vocabulary/discovery.ts";
import { failed, passed } from "#lib/harness/vocabulary/finding.ts";
import { pathLabel, placeLabel } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Files } from "#lib/vfs/files.ts";
import { dirname, isInside, joinPath, relativePath, resolvePath } from "#lib/vfs/paths.ts";
import { placeRule } from "./place-rule.ts";
import { outsideRoots, strayPlugin } from "./plugin.ts";

export const root = placeRule<object>()({
  code: "root",
  title: "Is in a folder that is searched",
  wrong: "Not in a folder that {harness} searches",
  mendedBy: "move",
  breaksOutside: (position) => (strayPlugin(position) ? undefined : {}),
  kept: ({ label, path }, { profile }) => passed(`It is in ${label}, which ${profile.label} searches.`, { path }),
  keptOutside(position) {
    const stray = strayPlugin(position);
    return stray && passed(`It is where ${placeLabel(stray.root)} would be searched.`, { path: stray.parent });
  },
  broken(_, _root, { profile, files, place, location, roots }) {
    const link = findLinkHere(files, location, roots);
    const searched = profile.roots.map(placeLabel).join(", ");
    const where = `It is in ${pathLabel(dirname(dirname(location)), place)}; ${profile.label} searches ${searched}.`;
    const unfollowed = link?.isFollowed(profile) ? "" : ", which is not followed";
    const through = link && ` A link in ${link.root.label} leads here${unfollowed}.`;
    return failed(`${where}${through ?? ""}`, moveInto(installLabel({ profile, place })), {
      place: { path: link?.path ?? location },
    });
  },
  notice: outsideRoots,
  wordings: {
    "outside-roots": ({ root: nearest }) => ({
      title: "Not in a folder that this harness searches",
      fix: moveInto(nearest),
    }),
  },
});

function moveInto(folder: string): string {
  return `Move the skill's folder into ${folder}.`;
}

/** Whether a root includes a SKILL.md in it, as far as the plugin's manifest decides. */
export function isOpenTo({ only, path }: FoundRoot, location: string): boolean {
  return !only || only.includes(relativePath(path, location).split("/")[0] ?? "");
}

interface LinkHere {
  readonly root: FoundRoot;
  readonly path: string;
  isFollowed(profile: Profile): boolean;
}

/** A link directly in a root, or a root that is itself a link, to the folder of a file elsewhere. */
function findLinkHere(files: Files, location: string, roots: readonly FoundRoot[]): LinkHere | undefined {
  for (const each of roots) {
    if (leadsTo(files, each.path, location))
      return { root: each, path: each.path, isFollowed: ({ scan }) => scan.follows.roots };
    const entries = (files.list(each.path) ?? []).filter(({ kind }) => kind === "link");
    const entry = entries.find(({ name }) => leadsTo(files, joinPath(each.path, name), location));
    if (entry) {
      const isFollowed = ({ scan }: Profile) => scan.follows.folders;
      return { root: each, path: joinPath(each.path, entry.name), isFollowed };
    }
  }
  return undefined;
}

function leadsTo(files: Files, path: string, location: string): boolean {
  const target = files.lstat(path)?.target;
  return target !== undefined && isInside(resolvePath(dirname(path), target), location);
}
