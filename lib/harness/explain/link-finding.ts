import type { FoundRoot } from "#lib/harness/discovery/roots.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Files } from "#lib/vfs/files.ts";
import { basename, dirname, isInside, joinPath, relativePath, resolvePath } from "#lib/vfs/paths.ts";
import { failed, passed, type RuleFinding } from "./finding.ts";

/** A file with what decides whether its place is searched. */
export interface Position {
  readonly profile: Profile;
  readonly files: Files;
  readonly location: string;
  readonly roots: readonly FoundRoot[];
}

/** Whether the way from a root to the file is free of links that its harness passes over. */
export function linkFinding(root: FoundRoot, { profile, files, location }: Position): RuleFinding {
  const { follows, depth } = profile.scan;
  const isLink = (path: string) => files.lstat(path)?.kind === "link";
  const folders = foldersBetween(root.path, location);
  const blocked =
    (!follows.roots && isLink(root.path) && root.path) ||
    (!follows.folders && folders.find(isLink)) ||
    (!follows.files && isLink(location) && location);
  if (blocked) return behindLink(files, profile, blocked);
  if (isLink(location) && depth === "recursive" && files.stat(location)?.kind !== "file") {
    return failed(`${basename(location)} is a link that leads to no file.`, "Put a regular file there.");
  }
  if (depth === "recursive" && files.stat(location)?.kind === "folder") {
    return failed(`${basename(location)} is a folder.`, "Put a regular file there.");
  }
  const link = [root.path, ...folders, location].find(isLink);
  if (link === undefined) return passed("There is no link on the way to it.");
  return passed(`${basename(link)} on the way to it is a link, which ${profile.label} follows.`, { path: link });
}

function behindLink(files: Files, profile: Profile, path: string): RuleFinding {
  const target = files.lstat(path)?.target ?? "";
  return failed(
    `${basename(path)} is a link to ${target}, which ${profile.label} does not follow.`,
    "Put the skill's files there in place of the link.",
    { place: { path } },
  );
}

/** Every folder strictly between the two, the highest first. */
function foldersBetween(root: string, location: string): readonly string[] {
  const names = relativePath(root, dirname(location)).split("/").filter(Boolean);
  return names.map((_, index) => joinPath(root, ...names.slice(0, index + 1)));
}

interface LinkHere {
  readonly root: FoundRoot;
  readonly path: string;
  isFollowed(profile: Profile): boolean;
}

/** A link directly in a root, or a root itself, that leads to the folder of a file elsewhere. */
export function findLinkHere(files: Files, location: string, roots: readonly FoundRoot[]): LinkHere | undefined {
  for (const root of roots) {
    if (leadsTo(files, root.path, location))
      return { root, path: root.path, isFollowed: ({ scan }) => scan.follows.roots };
    const entries = (files.list(root.path) ?? []).filter(({ kind }) => kind === "link");
    const entry = entries.find(({ name }) => leadsTo(files, joinPath(root.path, name), location));
    if (entry) {
      const isFollowed = ({ scan }: Profile) => scan.follows.folders;
      return { root, path: joinPath(root.path, entry.name), isFollowed };
    }
  }
  return undefined;
}

function leadsTo(files: Files, path: string, location: string): boolean {
  const target = files.lstat(path)?.target;
  return target !== undefined && isInside(resolvePath(dirname(path), target), location);
}
