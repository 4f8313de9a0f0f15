import { formatSourcePath } from "#lib/share/source-path.ts";
import { lessonOf } from "#lib/vfs/source.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";

/**
 * The path by which the site knows a source at its commit, as in `/report/gh/acme/skills@3f9c2e1`; `undefined` for files that
 * only this browser has, and for what a lesson makes of a repository.
 */
export function publicPath({ source, commit }: Pick<Mount, "source" | "commit">): string | undefined {
  if (lessonOf(source) !== undefined) return undefined;
  return formatSourcePath(source.kind === "git" && commit !== undefined ? { ...source, ref: commit } : source);
}
