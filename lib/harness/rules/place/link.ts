import { projectFolder } from "#lib/harness/roots/folders-above.ts";
import type { FoundRoot, Root, Scan } from "#lib/harness/vocabulary/discovery.ts";
import { failed, passed } from "#lib/harness/vocabulary/finding.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import type { Entry, Files } from "#lib/vfs/files.ts";
import { basename, dirname, isInside, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { realPath } from "#lib/vfs/resolve-link.ts";
import { type Position, placeRule } from "./place-rule.ts";

interface BrokenLink {
  readonly path: string;
  /**
   * `unfollowed`: the harness does not follow such links. `outside`: the link leads out of the project or the plugin. `no-file`, `folder`: it leads to no
   * readable file.
   */
  readonly why: "unfollowed" | "outside" | "no-file" | "folder";
}

/** Whether the path from a root to the file has no link that the harness does not follow. */
export const link = placeRule<BrokenLink>()({
  code: "link",
  title: "Is not behind an ignored link",
  wrong: "Behind a link that {harness} does not follow",
  breaks(root, { profile: { scan }, files, place, location }) {
    const { path } = root;
    const isLink = (each: string) => files.lstat(each)?.kind === "link";
    if (!entersRoot(scan, files, path)) return { path, why: "unfollowed" };
    const folder = scan.follows.folders ? undefined : foldersBetween(path, location).find(isLink);
    if (folder !== undefined) return { path: folder, why: "unfollowed" };
    if (!scan.follows.files && isLink(location)) return { path: location, why: "unfollowed" };
    if (leavesBounds(root, files, place, location)) return { path: location, why: "outside" };
    if (scan.depth === "one-level") return undefined;
    const kind = files.stat(location)?.kind;
    if (isLink(location) && kind !== "file") return { path: location, why: "no-file" };
    return kind === "folder" ? { path: location, why: "folder" } : undefined;
  },
  kept({ path: root }, { profile, files, location }) {
    const path = [root, ...foldersBetween(root, location), location].find((each) => files.lstat(each)?.kind === "link");
    if (path === undefined) return passed("There is no link on the way to it.");
    if (isUndocumented(profile, "links")) {
      const tested = `${basename(path)} on the way to it is a link, and whether ${profile.label} follows links is not documented.`;
      return { outcome: "warned", wrong: "Behind a link", tested, place: { path } };
    }
    return passed(`${basename(path)} on the way to it is a link, which ${profile.label} follows.`, { path });
  },
  broken: ({ path, why }, root, position) => tellBroken(path, why, position, root?.root.staysIn),
  notice: () => ({ code: "passed-over", severity: "warning", data: { what: "links" } }),
});

/** Whether links lead from a root with `staysIn` to a file outside of that. A root above the project is not part of it. */
export function leavesBounds(found: FoundRoot, files: Files, place: Place, location: string): boolean {
  const { staysIn } = found.root;
  const bounds = staysIn === "project" ? projectFolder(files, place) : staysIn && found.pluginFolder;
  if (bounds === undefined || !isInside(bounds, found.path)) return false;
  return !isInside(realPath(files, bounds), realPath(files, location));
}

function tellBroken(path: string, why: BrokenLink["why"], { profile, files }: Position, staysIn: Root["staysIn"]) {
  const name = basename(path);
  if (why === "no-file") return failed(`${name} is a link that leads to no file.`, "Put a regular file there.");
  if (why === "outside")
    return failed(
      `A link on the way to ${name} leads out of the ${staysIn}, where ${profile.label} reads nothing for it.`,
      "Put a copy in its place.",
    );
  if (why === "folder") return failed(`${name} is a folder.`, "Put a regular file there.");
  const target = files.lstat(path)?.target ?? "";
  return failed(
    `${name} is a link to ${target}, which ${profile.label} does not follow.`,
    "Put the skill's files there in place of the link.",
    { place: { path } },
  );
}

/** Whether a root is searched even if it is itself a link. */
export function entersRoot({ follows }: Scan, files: Files, root: FoundRoot["path"]): boolean {
  return follows.roots || files.lstat(root)?.kind !== "link";
}

/** Whether an entry of a folder is a folder, or a link to one that is followed. */
export function isFolder({ follows }: Scan, files: Files, path: string, kind: Entry["kind"]): boolean {
  return kind === "folder" || (kind === "link" && follows.folders && files.stat(path)?.kind === "folder");
}

/** Whether an entry of a folder is a file, or a link to one that is followed. */
export function isFile({ follows }: Scan, files: Files, path: string, kind: Entry["kind"]): boolean {
  return kind === "file" || (kind === "link" && follows.files && files.stat(path)?.kind === "file");
}

/** Every folder strictly between the two, the highest first. */
function foldersBetween(root: string, location: string): readonly string[] {
  const names = relativePath(root, dirname(location)).split("/").filter(Boolean);
  return names.map((_, index) => joinPath(root, ...names.slice(0, index + 1)));
}
