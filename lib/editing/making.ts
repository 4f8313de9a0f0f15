import { FailureError } from "#lib/failure.ts";
import { installRoot } from "#lib/harness/roots/roots.ts";
import { isBundled, place } from "#lib/stage/place.ts";
import { draftKey } from "#lib/state/drafts.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Typed } from "#lib/tree/typed.ts";
import { isPending, walkFiles } from "#lib/vfs/files.ts";
import { basename, isInside, joinPath, normalizePath, relativePath } from "#lib/vfs/paths.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Editing } from "./editing.ts";

export interface MakingNeeds {
  readonly tree: Tree;
  readonly harness: Harness;
  readonly editing: Editing;
  readonly typed: Typed;
}

/** Creates a file, as an edit of the person's own; `undoFix` undoes that. Throws `name-refused`. */
export async function makeFile(needs: MakingNeeds, path: string, text: string): Promise<void> {
  refusePlace(needs, path);
  // It may be that of a file of this name that was deleted.
  needs.typed.put(draftKey(needs.tree.state().files, path), undefined);
  const state = { bytes: new TextEncoder().encode(text) };
  await needs.editing.change({ verb: "Made", label: basename(path) }, new Map([[path, state]]));
}

/**
 * Creates a skill where the harness looks in this project, with a SKILL.md to start from. Resolves to the path of that.
 * Throws `name-refused`.
 */
export async function makeSkill(needs: MakingNeeds, name: string, description: string): Promise<string> {
  const path = joinPath(installRoot(needs.harness.profile(), place, "project"), name, "SKILL.md");
  await makeFile(needs, path, skillTemplate(name, description));
  return path;
}

/** The text of a new SKILL.md. The description is quoted: most broken frontmatter has a colon in one. */
function skillTemplate(name: string, description: string): string {
  const title = name.split("-").join(" ");
  return `---
name: ${name}
description: ${JSON.stringify(description)}
---

# ${title.charAt(0).toUpperCase()}${title.slice(1)}

## Steps

1. What to look at first.
2. What to do, and how to tell that it is done.

## Examples

What somebody asks for, and what comes of it.
`;
}

/** Moves a file, or a folder with its contents; `undoFix` undoes that. Throws `name-refused` and `files-pending`. */
export async function moveFile(needs: MakingNeeds, from: string, to: string): Promise<void> {
  refusePlace(needs, to);
  if (isInside(from, to))
    throw new FailureError({ code: "name-refused", path: to, reason: "it would be inside itself" });
  const moves = (await filesAt(needs, from)).map((path) => ({
    from: path,
    to: joinPath(to, relativePath(from, path)),
  }));
  const { files } = needs.tree.state();
  const stuck = moves.find((move) => files.stat(move.from)?.kind !== "file");
  if (stuck) {
    const reason = "links to folders, or to nothing, are not moved";
    throw new FailureError({ code: "name-refused", path: stuck.to, reason });
  }
  const after = new Map([
    ...moves.map((move) => [move.from, null] as const),
    ...moves.map((move) => {
      const bytes = files.read(move.from)?.slice() ?? new Uint8Array();
      return [move.to, { bytes, executable: files.stat(move.from)?.executable ?? false }] as const;
    }),
  ]);
  await needs.editing.change({ verb: "Moved", label: `${basename(from)} to ${to}` }, after, { moves });
}

/** Deletes a file, or a folder with its contents; `undoFix` undoes that. Throws `files-pending`. */
export async function deleteFile(needs: MakingNeeds, path: string): Promise<void> {
  const after = new Map((await filesAt(needs, path)).map((one) => [one, null] as const));
  await needs.editing.change({ verb: "Deleted", label: basename(path) }, after);
}

/** How many files a move or deletion of `path` would affect, and why it is impossible, if so, as a clause. */
export function filesToMove(needs: MakingNeeds, path: string): { readonly count: number; readonly objection?: string } {
  const objection = objectionTo(needs, path);
  return { count: pathsAt(needs, path).length, ...(objection !== undefined && { objection }) };
}

/** Why the file or folder cannot be moved or deleted, as a clause. */
function objectionTo(needs: MakingNeeds, path: string): string | undefined {
  const { files, mounts } = needs.tree.state();
  const isRoot = path === place.cwd || path === place.home || mounts.some(({ at }) => at === path);
  if (isRoot || isInside(path, place.cwd)) return "it is the workspace's root";
  if (isBundled(needs.harness.profile(), path)) return "the harness rewrites it at every start";
  const mountId = files.locate(path, "keep")?.mountId;
  const isShared = pathsAt(needs, path).some((one) => files.locate(one, "keep")?.mountId !== mountId);
  return isShared ? "it contains sources; move them in Sources" : undefined;
}

/** The path of the file or link itself, or those of the files and links below the folder. */
function pathsAt(needs: MakingNeeds, path: string): readonly string[] {
  const { files } = needs.tree.state();
  // Through a link to a folder, the files of that folder would be listed.
  if (files.lstat(path)?.kind === "link") return [path];
  const below = [...walkFiles(files, path)].flatMap((entry) => (entry.kind === "folder" ? [] : entry.path));
  return below.length > 0 ? below : [path];
}

/**
 * The paths of the file, or of those below the folder, once their contents have arrived. Throws `name-refused` and
 * `files-pending`.
 */
async function filesAt(needs: MakingNeeds, path: string): Promise<readonly string[]> {
  const { files } = needs.tree.state();
  const reason = objectionTo(needs, path);
  if (reason !== undefined) throw new FailureError({ code: "name-refused", path, reason });
  const all = pathsAt(needs, path);
  await Promise.all(all.map((one) => files.whenSettled?.(one)));
  const count = all.filter((one) => isPending(files.stat(one))).length;
  if (count > 0) throw new FailureError({ code: "files-pending", label: basename(path), count });
  return all;
}

/** Refuses a path at which something stands, and one that is in no list of files: what is put there could not be found again. */
function refusePlace(needs: MakingNeeds, path: string): void {
  const { files, mounts } = needs.tree.state();
  const roots = [place.cwd, place.home, ...mounts.map(({ at }) => at)];
  const isListed = roots.some((root) => isInside(root, normalizePath(path)));
  if (isListed && !files.lstat(path)) return;
  const reason = isListed ? "something is already there" : "it is in none of the folders shown";
  throw new FailureError({ code: "name-refused", path, reason });
}
