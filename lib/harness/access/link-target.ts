import type { SkillFile } from "#lib/harness/discovery/read-skill.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Files } from "#lib/vfs/files.ts";
import { realPath } from "./links.ts";

/** What links to a SKILL.md lead to, where a harness asks. */
export function linkTarget(profile: Profile, files: Files, location: string): Partial<SkillFile> {
  if (!asksForTargets(profile)) return {};
  const { scan } = profile;
  const target = realPath(files, location);
  return { target, ...(scan.printsTargets && target !== location && { printedLocation: target }) };
}

export function asksForTargets({ identity, scan }: Profile): boolean {
  return scan.printsTargets === true || identity.collisions.some(({ by }) => by === "target");
}
