import type { Completion } from "#lib/harness/vocabulary/commands.ts";
import { memoObject } from "#lib/memo.ts";
import { mountFolder, place } from "#lib/stage/place.ts";
import type { EntryKind, Files } from "#lib/vfs/files.ts";
import { basename, commonStart, isInside, joinPath, relativePath } from "#lib/vfs/paths.ts";

/** A file of the workspace that can be attached to a message. */
export interface FileCompletion extends Completion {
  /** Its absolute path. */
  readonly file: string;
}

/** The most files that are searched, and the most that are offered at a time. */
const mostFiles = 20_000;
const mostOffered = 12;

/**
 * The files whose names or paths contain the typed text: those in the working folder first, and names that begin with
 * it before those that contain it. The list of files is cached for as long as `files` is the same object.
 */
export function completeFile(files: Files, begun: string): readonly FileCompletion[] {
  const wanted = begun.toLowerCase();
  const found = [0, 1, 2].map(() => [] as string[]);
  for (const path of pathsIn(files)) {
    const name = basename(path).toLowerCase();
    const rank = name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : path.toLowerCase().includes(wanted) ? 2 : -1;
    found[rank]?.push(path);
  }
  const offered = found.flat().slice(0, mostOffered);
  const shared = roots.map((root) => sharedFolder(offered.filter((path) => isInside(root, path))));
  return offered.map((path) => {
    const root = roots.findIndex((root) => isInside(root, path));
    const shown = root === 0 ? relativePath(place.cwd, path) : path;
    const { length } = shared[root] ?? "";
    const detail = length > `${roots[root]}/`.length ? `…/${path.slice(length)}` : shown;
    return { file: path, insert: `@${shown}`, label: `@${basename(path)}`, detail };
  });
}

/** The folder, up to its last slash, that several paths are all in: a list does not repeat it, and has room for where they differ. */
function sharedFolder(paths: readonly string[]): string {
  const shared = paths.length > 1 ? commonStart(paths) : "";
  return shared.slice(0, shared.lastIndexOf("/") + 1);
}

/** Where files lie, the working folder first. */
const roots = [place.cwd, place.home, mountFolder];

const pathsIn = memoObject((files: Files) => [...filesBelow(files)]);

/**
 * All files, the working folder's first and each level breadth first, so that deep files are left out where there are
 * too many. Follows no links.
 */
function* filesBelow(files: Files): Generator<string> {
  let count = 0;
  for (const root of roots) {
    const folders = [root];
    for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
      const entries = (files.list(folder) ?? []).filter(({ name }) => name !== ".git");
      const pathsOf = (wanted: EntryKind) =>
        entries.flatMap(({ name, kind }) => (kind === wanted ? [joinPath(folder ?? root, name)] : []));
      folders.push(...pathsOf("folder"));
      const found = pathsOf("file");
      yield* found;
      count += found.length;
      if (count >= mostFiles) return;
    }
  }
}
