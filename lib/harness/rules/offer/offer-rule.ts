import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { type RuleFinding, settled } from "#lib/harness/vocabulary/finding.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";

/** A rule on whether a skill that loads is offered. */
export interface OfferRule extends Pick<Rule, "code" | "title" | "wrong" | "verdict" | "fixes"> {
  test(profile: Profile, session: Session, skill: Skill): RuleFinding;
}

/** Makes a rule that is tested only for files that load. */
export function offerRule<const Own extends OfferRule>(rule: Own) {
  return {
    ...rule,
    find({ profile, session, candidate }) {
      const skill = candidate?.outcome.kind === "loaded" ? candidate.skill : undefined;
      return skill ? rule.test(profile, session, skill) : settled;
    },
  } as const satisfies Rule;
}
