import { lessonOf, type Source } from "#lib/vfs/source.ts";
import { formatSourcePath } from "./source-path.ts";

interface MountedSource {
  readonly source: Source;
  readonly commit?: string | undefined;
}

/**
 * The site's path for a source at its commit, as in `/report/gh/acme/skills@3f9c2e1`; `undefined` for files that only
 * this browser has, and for a lesson's project.
 */
export function publicPath({ source, commit }: MountedSource): string | undefined {
  if (lessonOf(source) !== undefined) return undefined;
  return formatSourcePath(source.kind === "git" && commit !== undefined ? { ...source, ref: commit } : source);
}
