import { count } from "#lib/harness/catalog/budget-text.ts";
import { type RuleFinding, settled } from "#lib/harness/explain/finding.ts";
import type { Inquiry } from "#lib/harness/explain/inquiry.ts";
import { budgetFinding, byModelFinding, byPersonFinding, catalogFinding } from "#lib/harness/explain/offer-findings.ts";
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

const budget = {
  code: "budget",
  title: "Its whole description is told",
  verdict: "left-out",
  find: (inquiry) => budgetFinding(inquiry.profile, inquiry.catalog, loadedIn(inquiry) ?? { location: "" }),
  fixes: budgetFixes,
  wordings: {
    "catalog-budget": ({ all, cut, named, leftOut, demand }) => {
      const parts = [
        cut > 0 && `${count(cut)} descriptions are cut`,
        named > 0 && `${count(named)} skills are told by name only`,
        leftOut > 0 && `${count(leftOut)} are not told at all`,
      ];
      return {
        title: `Of ${count(all)} skills in the catalog ${parts.filter(Boolean).join(", ")}`,
        fix: `Of the catalog ${demand}. Turn off skills that are not used, or choose a larger window in Settings.`,
      };
    },
    "description-cut": ({ told, of }) => ({
      title: `The catalog tells ${count(told)} of the description's ${count(of)} characters`,
      fix: `Say what it is for in the first ${count(told)} characters.`,
    }),
  },
} as const satisfies Rule;

const byModel = {
  code: "by-model",
  title: "The model can activate it",
  find: (inquiry) => {
    const skill = loadedIn(inquiry);
    return skill ? byModelFinding(inquiry.profile, inquiry.session, inquiry.catalog, skill) : settled;
  },
} as const satisfies Rule;

const byPerson = {
  code: "by-person",
  title: "A person can call it",
  find: ofLoaded(byPersonFinding),
} as const satisfies Rule;

/** Whether a skill that loads is offered, in the order of testing. */
export const offerRules = [feature, state, catalog, budget, byModel, byPerson] as const;

type Find = (profile: Profile, session: Session, skill: Skill) => RuleFinding;

function ofLoaded(find: Find): Rule["find"] {
  return (inquiry) => {
    const skill = loadedIn(inquiry);
    return skill ? find(inquiry.profile, inquiry.session, skill) : settled;
  };
}

function loadedIn({ candidate }: Inquiry): Skill | undefined {
  return candidate?.outcome.kind === "loaded" ? candidate.skill : undefined;
}

/** A state that leaves the description out can be set to one that does not. */
function budgetFixes(inquiry: Inquiry): readonly QuickFix[] {
  const row = inquiry.catalog.rows.find(({ location }) => location === inquiry.location);
  return row?.cut?.by === "state" ? stateFixes(inquiry, "active") : [];
}

function catalogFixes(inquiry: Inquiry): readonly QuickFix[] {
  const { profile, location, checked, candidate } = inquiry;
  if (!isHiddenFrom(candidate?.skill ?? {}, "model")) return stateFixes(inquiry, profile.catalog.lists);
  const key = "disable-model-invocation";
  if (checked.unreadable !== undefined) return [];
  return [writing(`Drop ${key}`, location, removeField(checked.text, key))];
}
