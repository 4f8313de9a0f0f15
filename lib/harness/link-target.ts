import type { Files } from "#lib/vfs/files.ts";
import type { Profile } from "./profile.ts";
import type { SkillFile } from "./read-skill.ts";
import { realPath } from "./real-path.ts";

/** What links to a SKILL.md lead to, where a harness asks. */
export function linkTarget({ identity, scan }: Profile, files: Files, location: string): Partial<SkillFile> {
  if (!scan.printsTargets && !identity.collisions.some(({ by }) => by === "target")) return {};
  const target = realPath(files, location);
  return { target, ...(scan.printsTargets && target !== location && { printedLocation: target }) };
}
