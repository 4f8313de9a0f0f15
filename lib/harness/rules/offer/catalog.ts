import { isListed, renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { failed, passed, type RuleFinding } from "#lib/harness/explain/finding.ts";
import type { Inquiry } from "#lib/harness/explain/inquiry.ts";
import { type QuickFix, writing } from "#lib/harness/explain/quick-fix.ts";
import { removeField } from "#lib/harness/rules/content/edit-fields.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { offerRule } from "./offer-rule.ts";
import { setStateFixes } from "./state.ts";

export const catalog = offerRule({
  code: "catalog",
  title: "The model is told of it",
  verdict: "unlisted",
  test: catalogFinding,
  fixes: catalogFixes,
});

const channels = { system: "the system prompt", tool: "the description of its tool", reminder: "a reminder" } as const;

function catalogFinding(profile: Profile, session: Session, skill: Skill): RuleFinding {
  const { catalog } = profile;
  const state = session.states.get(skill.location) ?? "off";
  const where = channels[catalog.delivery.channel];
  if (isHiddenFrom(skill, "model")) {
    const isPolicy = profile.frontmatter.keeps.includes("invocation-policy");
    const tested = isPolicy
      ? "Its agents/openai.yaml says allow_implicit_invocation: false."
      : "Its frontmatter says disable-model-invocation: true.";
    return failed(tested, "Remove that line if the model shall know of it.");
  }
  if (isListed(state, catalog.lists) && isLeftOut(profile, session, skill)) {
    return failed("The rows of the catalog before it leave no room.", "Turn off skills that are not used.");
  }
  if (isListed(state, catalog.lists)) return passed(`Its state is ${state}, and it is told in ${where}.`);
  const tested = `Only skills whose state is ${catalog.lists} are told in ${where}; this one is ${state}.`;
  return failed(tested, catalog.lists === "active" ? "Set it to active." : "Turn it on.");
}

/** Whether the catalog has no room for a skill that is to be listed. */
function isLeftOut(profile: Profile, { discovery, states }: Session, { location }: Skill): boolean {
  if (!profile.catalog.budget) return false;
  return renderCatalog(profile, discovery, states).rows.every((row) => row.location !== location);
}

function catalogFixes(inquiry: Inquiry): readonly QuickFix[] {
  const { profile, location, checked, candidate } = inquiry;
  if (!isHiddenFrom(candidate?.skill ?? {}, "model")) return setStateFixes(inquiry, profile.catalog.lists);
  const key = "disable-model-invocation";
  if (checked.unreadable !== undefined) return [];
  return [writing(`Drop ${key}`, location, removeField(checked.text, key))];
}
