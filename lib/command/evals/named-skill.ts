import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { skillOfOwnName } from "#lib/workspace/experiments/skill-names.ts";
import { UsageError } from "../console.ts";

/** The skill that a person means: by the harness's name for it, or by its author's, or its folder's. @throws UsageError if there is none */
export function namedSkill(skills: readonly Skill[], name: string): Skill {
  const found = skills.find((skill) => skill.name === name) ?? skillOfOwnName(skills, name);
  if (found) return found;
  throw new UsageError(`No skill ${name} is loaded. These are: ${skills.map((skill) => skill.name).join(", ")}.`);
}
