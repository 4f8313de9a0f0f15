import { type RuleFinding, settled } from "#lib/harness/explain/finding.ts";
import type { Inquiry } from "#lib/harness/explain/inquiry.ts";
import { byModelFinding, byPersonFinding, catalogFinding } from "#lib/harness/explain/offer-findings.ts";
import { featureFinding, stateFinding } from "#lib/harness/explain/state-findings.ts";
import { type QuickFix, writing } from "#lib/harness/quick-fixes/quick-fix.ts";
import { featureFixes, stateFixes } from "#lib/harness/quick-fixes/state-fixes.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { removeField } from "./content/edit-fields.ts";
import type { Rule } from "./rule.ts";

const feature = {
  code: "feature",
  title: "Skills are switched on",
  verdict: "off",
  find: ({ profile: { states }, session }) =>
    states.kind === "allow-list" ? featureFinding(states, session) : undefined,
  fixes: featureFixes,
} as const satisfies Rule;

const state = {
  code: "state",
  title: "This skill is on",
  verdict: "off",
  find: ofLoaded(stateFinding),
  fixes: (inquiry) => stateFixes(inquiry, "on"),
} as const satisfies Rule;

const catalog = {
  code: "catalog",
  title: "The model is told of it",
  verdict: "unlisted",
  find: ofLoaded(catalogFinding),
  fixes: catalogFixes,
} as const satisfies Rule;

const byModel = {
  code: "by-model",
  title: "The model can activate it",
  find: ofLoaded(byModelFinding),
} as const satisfies Rule;

const byPerson = {
  code: "by-person",
  title: "A person can call it",
  find: ofLoaded(byPersonFinding),
} as const satisfies Rule;

/** Whether a skill that loads is offered, in the order of testing. */
export const offerRules = [feature, state, catalog, byModel, byPerson] as const;

type Find = (profile: Profile, session: Session, skill: Skill) => RuleFinding;

function ofLoaded(find: Find): Rule["find"] {
  return ({ profile, session, candidate }) => {
    const skill = candidate?.outcome.kind === "loaded" ? candidate.skill : undefined;
    return skill ? find(profile, session, skill) : settled;
  };
}

function catalogFixes(inquiry: Inquiry): readonly QuickFix[] {
  const { profile, location, checked, candidate } = inquiry;
  if (!isHiddenFrom(candidate?.skill ?? {}, "model")) return stateFixes(inquiry, profile.catalog.lists);
  const key = "disable-model-invocation";
  if (checked.unreadable !== undefined) return [];
  return [writing(`Drop ${key}`, location, removeField(checked.text, key))];
}
