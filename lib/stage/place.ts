import { bundledRoot } from "#lib/harness/roots/roots.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { isInside } from "#lib/vfs/paths.ts";

/** Where every harness runs in this lab (product: one workspace, one home). */
export const place: Place = { cwd: "/workspace", home: "/home/user" };

/** Whether a harness comes across the same in both. */
export function isSamePlace(a: Place, b: Place): boolean {
  const all = ({ added = [], touched = [] }: Place) => [...added, "", ...touched].join("\n");
  return all(a) === all(b);
}

/** Where the whole tree of an installed source can be browsed, one folder a mount. */
export const mountFolder = "/mnt";

/** The folder in which what holds a file begins: a source's own, the working folder or home. */
export function topOf(path: string): string {
  const [name] = isInside(mountFolder, path) ? path.slice(mountFolder.length + 1).split("/") : [];
  if (name !== undefined && name !== "") return `${mountFolder}/${name}`;
  return [place.cwd, place.home].find((folder) => isInside(folder, path)) ?? "/";
}

/** Whether a file is one that the harness itself writes anew at every start. */
export function isBundled(profile: Profile, path: string): boolean {
  const root = bundledRoot(profile, place);
  return root !== undefined && isInside(root, path);
}
