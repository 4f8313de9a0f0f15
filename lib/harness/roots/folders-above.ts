import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Files } from "#lib/vfs/files.ts";
import { dirname, joinPath } from "#lib/vfs/paths.ts";

/**
 * Folders above the working folder, the nearest first, up to the one that holds `.git`. If no folder holds `.git`:
 * none. With `top`: all folders below `top`. With `top` as `/`: all of them.
 */
export function foldersAbove(files: Files, cwd: string, top?: string): readonly string[] {
  const above: string[] = [];
  if (cwd === top) return above;
  for (let folder = cwd; !files.stat(joinPath(folder, ".git")); ) {
    if (folder === "/") {
      const end = top === "/" || top === undefined ? -1 : above.indexOf(top);
      return top === undefined ? [] : above.slice(0, end < 0 ? undefined : end);
    }
    folder = dirname(folder);
    above.push(folder);
  }
  return above;
}

/** The folder that holds `.git`: the working folder or one above it; if none does, the working folder. */
export function projectFolder(files: Files, { cwd }: Pick<Place, "cwd">): string {
  return foldersAbove(files, cwd).at(-1) ?? cwd;
}
