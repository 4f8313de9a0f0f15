import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import { failed, passed, type RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import { dirname } from "#lib/vfs/paths.ts";

interface Taken {
  readonly by: "folder" | "name";
  /** What both files claim, as in `folder called a`. */
  readonly what: string;
  /** What to do, as the beginning of a sentence. */
  readonly mend: string;
}

/** Whether discovery has found another SKILL.md earlier that holds what this one claims. */
export function takenFinding({ candidate }: Inquiry, { by, what, mend }: Taken): RuleFinding {
  const outcome = candidate?.outcome;
  if (outcome?.kind !== "shadowed" || outcome.rule !== by) return passed(`No other ${what} comes before it.`);
  const says = candidate?.notices.flatMap(({ harnessMessage }) => harnessMessage ?? []) ?? [];
  const tested = `A ${what} comes first, in ${dirname(outcome.by)}.`;
  return failed(tested, `${mend}, or remove the other.`, { place: { path: outcome.by }, says });
}

export function hasCollision({ profile }: Inquiry, by: "folder" | "name" | "target"): boolean {
  return profile.identity.collisions.some((collision) => collision.by === by);
}

/** Whether another loaded skill has this name. */
export function isNameTaken({ session, location }: Inquiry, name: string): boolean {
  return session.discovery.skills.some((skill) => skill.name === name && skill.location !== location);
}
