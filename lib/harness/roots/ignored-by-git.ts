import type { Place } from "#lib/harness/vocabulary/places.ts";
import { memoObject } from "#lib/memo.ts";
import { ignoreVerdict } from "#lib/skills/ignore-lines.ts";
import { decodeText, type Files } from "#lib/vfs/files.ts";
import { dirname, isInside, joinPath, relativePath } from "#lib/vfs/paths.ts";

/** The lines of a .gitignore by its bytes, which never change (see `Files.read`). */
const linesIn = memoObject((bytes: Uint8Array) => decodeText(bytes).split("\n"));

/**
 * Whether git ignores a folder below the working folder, as the .gitignore files of the repository around that say: the nearest one with a
 * line about it decides, and what is in an ignored folder is ignored.
 */
export function isIgnoredByGit(files: Files, { cwd }: Pick<Place, "cwd">, folder: string): boolean {
  const top = repositoryAround(files, cwd);
  if (top === undefined) return false;
  for (let each = folder; each !== top; each = dirname(each)) if (verdictOn(files, top, each)) return true;
  return false;
}

function repositoryAround(files: Files, cwd: string): string | undefined {
  let folder = cwd;
  while (!files.stat(joinPath(folder, ".git"))) {
    if (folder === "/") return undefined;
    folder = dirname(folder);
  }
  return folder;
}

function verdictOn(files: Files, top: string, folder: string): boolean {
  for (let above = dirname(folder); isInside(top, above); above = dirname(above)) {
    const bytes = files.read(joinPath(above, ".gitignore"));
    const verdict = bytes && ignoreVerdict(linesIn(bytes), relativePath(above, folder), true);
    if (verdict !== undefined) return verdict;
    if (above === "/") break;
  }
  return false;
}
