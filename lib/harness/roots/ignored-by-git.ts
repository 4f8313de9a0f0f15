import type { Place } from "#lib/harness/vocabulary/places.ts";
import { memoObject } from "#lib/memo.ts";
import { ignoreVerdict } from "#lib/skills/ignore-lines.ts";
import { decodeText, type Files, type WalkedEntry } from "#lib/vfs/files.ts";
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
  for (let each = folder; each !== top; each = dirname(each))
    if (verdictOn(files, top, { path: each, kind: "folder" })) return true;
  return false;
}

/**
 * Whether `rg` passes over an entry of a folder that it searches: by the nearest .ignore with a line about it, else by the repository's
 * .gitignore files. What they say of the folders above that entry is not asked here.
 */
export function isIgnoredByRg(files: Files, entry: WalkedEntry): boolean {
  const top = repositoryAround(files, dirname(entry.path));
  return verdictOn(files, "/", entry, ".ignore") ?? (top !== undefined && verdictOn(files, top, entry) === true);
}

function repositoryAround(files: Files, cwd: string): string | undefined {
  let folder = cwd;
  while (!files.stat(joinPath(folder, ".git"))) {
    if (folder === "/") return undefined;
    folder = dirname(folder);
  }
  return folder;
}

function verdictOn(files: Files, top: string, { path, kind }: WalkedEntry, name = ".gitignore") {
  for (let above = dirname(path); isInside(top, above); above = dirname(above)) {
    const bytes = files.read(joinPath(above, name));
    const verdict = bytes && ignoreVerdict(linesIn(bytes), relativePath(above, path), kind === "folder");
    if (verdict !== undefined) return verdict;
    if (above === "/") break;
  }
  return undefined;
}
