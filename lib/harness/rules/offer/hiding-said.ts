import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";

/** The sentence on what hides a skill; `usual`: what its frontmatter says if nothing else hides it. */
export function hidingSaid({ frontmatter }: Profile, { hiddenBy }: Skill, usual: string): string {
  return `Its ${frontmatter.policyFile?.path ?? "frontmatter"} says ${hiddenBy ?? usual}.`;
}
