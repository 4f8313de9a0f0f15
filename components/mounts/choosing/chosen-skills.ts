import type { ChoiceGroup, SkillChoice } from "#lib/stage/source-skills.ts";

/** Paths of SKILL.md files. */
export type Chosen = ReadonlySet<string>;

/** The groups, reduced to the skills that contain every word of `search` in name, path or description. */
export function matchingChoices(groups: readonly ChoiceGroup[], search: string): readonly ChoiceGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const isWanted = ({ name, path, description }: SkillChoice, group = "") => {
    const text = `${name}\n${path}\n${description}\n${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, skills: group.skills.filter((skill) => isWanted(skill, group.name)) }))
    .filter(({ skills }) => skills.length > 0);
}

export function pathsOf(groups: readonly ChoiceGroup[]): string[] {
  return groups.flatMap(({ skills }) => skills.map(({ path }) => path));
}

/** `chosen` with `paths` added or removed. */
export function withPaths(chosen: Chosen, paths: readonly string[], isIn: boolean): Chosen {
  const next = new Set(chosen);
  for (const path of paths) {
    if (isIn) next.add(path);
    else next.delete(path);
  }
  return next;
}
