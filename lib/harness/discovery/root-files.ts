import { asksForTargets, linkTarget } from "#lib/harness/access/links.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Files } from "#lib/vfs/files.ts";
import { dirname, relativePath } from "#lib/vfs/paths.ts";
import { type NamespaceOf, pluginNamespaces } from "./plugins.ts";
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
  const make = () => {
    const open = paths.filter((location) => reservedFolder(root, location) === undefined);
    const namespaceOf = pluginNamespaces(files, profile.identity.manifests ?? []);
    return open.map((location) => toSkillFile(profile, files, place, { root, location, namespaceOf }));
  };
  // Where links lead, from where a path is printed, and a manifest above can change without the root's listing.
  if (root.root.printsRelative || profile.identity.manifests || asksForTargets(profile)) return make();
  const known = memory.get(paths);
  if (known && known.root.label === root.label && known.root.namespace === root.namespace) return known.files;
  const made = make();
  memory.set(paths, { root, files: made });
  return made;
}

interface Found {
  readonly root: FoundRoot;
  readonly location: string;
  readonly namespaceOf: NamespaceOf;
}

function toSkillFile(profile: Profile, files: Files, place: Place, found: Found): SkillFile {
  const { location } = found;
  const { root, label } = found.root;
  const cell = files.cell?.(location);
  const links = linkTarget(profile, files, location);
  const namespace = found.root.namespace ?? found.namespaceOf(dirname(links.target ?? location));
  return {
    location,
    root: label,
    ...(namespace !== undefined && { namespace }),
    ...(root.printsRelative && { printedDirectory: relativePath(place.cwd, dirname(location)) }),
    ...links,
    ...(cell && { cell }),
  };
}
