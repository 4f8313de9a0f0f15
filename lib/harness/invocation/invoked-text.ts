import type { Session, Skill } from "#lib/harness/vocabulary/model.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { skillValues } from "#lib/harness/vocabulary/skill-values.ts";
import { substitute } from "./substitute.ts";

interface Invoked {
  readonly skill: Skill;
  /** Of the skill, as read. */
  readonly text: string;
  readonly args: readonly string[];
}

/** A skill's text as it reaches the model, its placeholders replaced. */
export function invokedText(
  { substitution }: Profile,
  { place }: Pick<Session, "place">,
  { skill, text, args }: Invoked,
): string {
  return substitute(substitution, text, args, {
    names: skill.argumentNames ?? [],
    values: { ...skillValues(skill), workingFolder: place.cwd },
  });
}
