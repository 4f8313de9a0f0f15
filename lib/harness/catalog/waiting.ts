import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { matchesGlobs } from "#lib/skills/glob.ts";
import { isIgnored } from "#lib/skills/ignore-lines.ts";
import { isInside, relativePath } from "#lib/vfs/paths.ts";

/** Whether what the harness loads or tells depends on which files a conversation has touched. */
export function awaitsFiles({ roots, frontmatter }: Profile): boolean {
  return roots.some(({ alsoIn }) => alsoIn?.includes("touched")) || keepsPaths(frontmatter);
}

/** Whether the harness stores which files a skill is for. */
export function keepsPaths({ keeps }: Pick<Profile["frontmatter"], "keeps">): boolean {
  return keeps.some((part) => part === "paths" || part === "ignore-paths");
}

/** Whether the model is told of a skill only after one of the files that it is for is touched, and none has been. */
export function isWaiting({ paths, ignoring, below }: Skill, { cwd, touched = [] }: Place): boolean {
  if (!paths || below) return false;
  const fits = (path: string) => (ignoring ? isIgnored(ignoring, path.toLowerCase()) : matchesGlobs(paths, path));
  return !touched.some((path) => isInside(cwd, path) && fits(relativePath(cwd, path)));
}
