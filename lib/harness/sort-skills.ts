import { compareBytes } from "#lib/vfs/paths.ts";
import type { Skill } from "./model.ts";
import type { LevelOrder, Profile } from "./profile.ts";
import { rootOf } from "./roots.ts";

/** Sorts skills in place: by the bytes of their names, by the level of their roots, or not at all. */
export function sortSkills(profile: Profile, skills: Skill[], order: "name" | "found" | LevelOrder): Skill[] {
  if (order === "found") return skills;
  const levels = order === "name" ? [] : order.levels;
  const rank = (skill: Skill) => levels.indexOf(rootOf(profile, skill)?.level ?? "");
  const byPath = (a: Skill, b: Skill) => (order === "name" ? 0 : compareBytes(a.location, b.location));
  return skills.sort((a, b) => rank(a) - rank(b) || compareBytes(a.name, b.name) || byPath(a, b));
}
