import { bundledRoot } from "#lib/harness/roots/roots.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { isInside } from "#lib/vfs/paths.ts";

/** Working folder and home in which every harness runs in this lab: one workspace, one home. */
export const place: Place = { cwd: "/workspace", home: "/home/user" };

/** Whether both places make a harness come across the same files. */
export function isSamePlace(a: Place, b: Place): boolean {
  const all = ({ added = [], touched = [] }: Place) => [...added, "", ...touched].join("\n");
  return all(a) === all(b);
}

/** Folder in which the whole tree of each installed source can be browsed, one subfolder for each mount. */
export const mountFolder = "/mnt";

/** The top folder that a file belongs to: that of a source, the working folder or home. */
export function topOf(path: string): string {
  const [name] = isInside(mountFolder, path) ? path.slice(mountFolder.length + 1).split("/") : [];
  if (name !== undefined && name !== "") return `${mountFolder}/${name}`;
  return [place.cwd, place.home].find((folder) => isInside(folder, path)) ?? "/";
}

/** Whether the harness itself writes this file anew at every start. */
export function isBundled(profile: Profile, path: string): boolean {
  const root = bundledRoot(profile, place);
  return root !== undefined && isInside(root, path);
}
