import { failed, passed, type RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Files } from "#lib/vfs/files.ts";
import { basename, dirname, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { placeRule } from "./place-rule.ts";

/** Whether the way from a root to the file is free of links that its harness passes over. */
export const link = placeRule({
  code: "link",
  title: "Is not behind a link that is not followed",
  test(root, { profile, files, location }) {
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
    const path = [root.path, ...folders, location].find(isLink);
    if (path === undefined) return passed("There is no link on the way to it.");
    return passed(`${basename(path)} on the way to it is a link, which ${profile.label} follows.`, { path });
  },
});

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
