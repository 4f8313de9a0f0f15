import type { Files } from "#lib/vfs/files.ts";
import { dirname, relativePath } from "#lib/vfs/paths.ts";
import { asksForTargets, linkTarget } from "./link-target.ts";
import type { Place } from "./model.ts";
import type { Profile } from "./profile.ts";
import type { SkillFile } from "./read-skill.ts";
import { type FoundRoot, reservedFolder } from "./roots.ts";
import { scanRoot } from "./scan-root.ts";

interface Known {
  readonly root: FoundRoot;
  readonly files: readonly SkillFile[];
}

/** By the paths of a scan, which are the same array as long as it would find the same (see `scanRoot`). */
const memory = new WeakMap<readonly string[], Known>();

/** What a harness takes for skills in one root, in its order. */
export function filesInRoot(profile: Profile, files: Files, place: Place, root: FoundRoot): readonly SkillFile[] {
  const paths = scanRoot(files, root.path, profile.scan);
  const open = paths.filter((location) => reservedFolder(root, location) === undefined);
  const make = () => open.map((location) => toSkillFile(profile, files, place, { root, location }));
  // Where links lead, and from where a path is printed, can change without the root's listing.
  if (root.root.printsRelative || asksForTargets(profile)) return make();
  const known = memory.get(paths);
  if (known && known.root.label === root.label && known.root.namespace === root.namespace) return known.files;
  const made = make();
  memory.set(paths, { root, files: made });
  return made;
}

function toSkillFile(
  profile: Profile,
  files: Files,
  place: Place,
  { root: { root, label, namespace }, location }: { readonly root: FoundRoot; readonly location: string },
): SkillFile {
  const cell = files.cell?.(location);
  return {
    location,
    root: label,
    ...(namespace !== undefined && { namespace }),
    ...(root.printsRelative && { printedDirectory: relativePath(place.cwd, dirname(location)) }),
    ...linkTarget(profile, files, location),
    ...(cell && { cell }),
  };
}
