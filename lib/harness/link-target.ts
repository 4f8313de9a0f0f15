import type { Files } from "#lib/vfs/files.ts";
import type { Profile } from "./profile.ts";
import type { SkillFile } from "./read-skill.ts";
import { realPath } from "./real-path.ts";

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
