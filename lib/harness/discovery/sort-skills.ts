import type { LevelOrder } from "#lib/harness/vocabulary/discovery.ts";
import { placeLabel } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { compareBytes } from "#lib/vfs/paths.ts";

/** Sorts skills in place: by the bytes of their names, by the level of their roots, or not at all. */
export function sortSkills(profile: Profile, skills: Skill[], order: "name" | "found" | LevelOrder): Skill[] {
  if (order === "found") return skills;
  if (order === "name") return skills.sort(byName);
  // Of two roots of one label the first counts.
  const ranks = new Map(
    profile.roots.toReversed().map((root) => [placeLabel(root), order.levels.indexOf(root.level ?? "")]),
  );
  const rank = ({ root }: Skill) => ranks.get(root) ?? -1;
  return skills.sort((a, b) => rank(a) - rank(b) || byName(a, b) || compareBytes(a.location, b.location));
}

function byName(a: Skill, b: Skill): number {
  return compareBytes(a.name, b.name);
}
