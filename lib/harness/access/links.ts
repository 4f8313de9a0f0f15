import type { Files } from "#lib/vfs/files.ts";
import { normalizePath } from "#lib/vfs/paths.ts";
import { resolveLinks } from "#lib/vfs/resolve-link.ts";

/** What a path leads to, links followed in every segment; the path itself where they lead nowhere. */
export function realPath(files: Files, path: string): string {
  const targetOf = (link: string) => files.lstat(link)?.target;
  const real = resolveLinks(path, { targetOf, placeOf: normalizePath, hasLinks: () => true });
  return real !== undefined && files.stat(real) ? real : path;
}
