import { valueBelow } from "#lib/harness/go/json.ts";
import type { FoundRoot } from "#lib/harness/vocabulary/discovery.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Files, isSkillName } from "#lib/vfs/files.ts";
import { basename, dirname, isInside, resolvePath } from "#lib/vfs/paths.ts";
import { projectFolder } from "./folders-above.ts";
import { settingsLayers } from "./layered-settings.ts";

/** The folders that settings add to a harness's roots, highest precedence first, each with its path as it is written there for a label. */
export function addedRoots({ addedRoots: rules }: Profile, files: Files, place: Place): readonly FoundRoot[] {
  if (!rules) return [];
  const isByFile = rules.counts === "each";
  const lists = settingsLayers(rules, files, place).flatMap(({ path, scope, settings }) => {
    const list = rules.keys.map((keys) => valueBelow(settings, keys)).find(Array.isArray);
    if (!list) return [];
    const paths = list.filter((each) => typeof each === "string");
    if (isByFile) return [{ scope, base: dirname(path), paths: paths.filter((each) => !/^[-+!]|[*?]/.test(each)) }];
    const isLast = rules.counts === "last";
    return [
      { scope, base: place.cwd, paths: isLast ? paths.reverse() : paths.map((each) => each.trim()).filter(Boolean) },
    ];
  });
  const project = projectFolder(files, place);
  return (rules.counts === "last" ? lists.slice(-1) : lists).flatMap(({ scope, base, paths }) =>
    paths.flatMap((label) => {
      const isOfHome = !rules.plainTilde && /^~(?:\/|$)/.test(label);
      const path = isOfHome ? resolvePath(place.home, label.replace(/^~\/?/, "./")) : resolvePath(base, label);
      const leadsOut = rules.like.staysIn === "project" && scope === "project" && !isInside(project, path);
      if (leadsOut) return [];
      const root = { ...rules.like, scope, path: label };
      // A file is a skill by itself: its folder's or its own name is the one that counts in the folder around it.
      const isFile = isByFile && files.stat(path)?.kind === "file";
      if (!isFile) return [{ root, label, path }];
      const one = isSkillName(path) ? dirname(path) : path;
      return [{ root, label, path: dirname(one), only: [basename(one)] }];
    }),
  );
}
