import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Files } from "#lib/vfs/files.ts";
import { normalizePath } from "#lib/vfs/paths.ts";
import { resolveLinks } from "#lib/vfs/resolve-link.ts";

/** The path after following the links in every segment; the path itself where a link leads nowhere. */
export function realPath(files: Files, path: string): string {
  const targetOf = (link: string) => files.lstat(link)?.target;
  const real = resolveLinks(path, { targetOf, placeOf: normalizePath, hasLinks: () => true });
  return real !== undefined && files.stat(real) ? real : path;
}

export interface LinkTarget {
  /** The file that links lead to. */
  readonly target?: string;
  /** The same, where the harness prints it in place of the path. */
  readonly printedLocation?: string;
}

/** The file that a SKILL.md is a link to, for a harness that asks; empty for one that does not. */
export function linkTarget(profile: Profile, files: Files, location: string): LinkTarget {
  if (!asksForTargets(profile)) return {};
  const { scan } = profile;
  const target = realPath(files, location);
  return { target, ...(scan.printsTargets && target !== location && { printedLocation: target }) };
}

export function asksForTargets({ identity, scan }: Profile): boolean {
  return scan.printsTargets === true || identity.collisions.some(({ by }) => by === "target");
}
