import { isListed } from "#lib/harness/catalog/catalog.ts";
import { isWaiting } from "#lib/harness/catalog/waiting.ts";
import { removeField } from "#lib/harness/rules/content/edit-fields.ts";
import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import { type QuickFix, writing } from "#lib/harness/rules/types/quick-fix.ts";
import { isDenied, permissionRules } from "#lib/harness/states/permissions.ts";
import { failed, passed, type RuleFinding, unreached } from "#lib/harness/vocabulary/finding.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { hidingSaid } from "./hiding-said.ts";
import { offerRule } from "./offer-rule.ts";
import { setStateFixes } from "./state.ts";

export const catalog = offerRule({
  code: "catalog",
  title: "The model sees it",
  wrong: "The model is not told of it",
  verdict: "unlisted",
  test: catalogFinding,
  fixes: catalogFixes,
});

const channels = {
  system: "the system prompt",
  developer: "a message of the role developer",
  tool: "the description of its tool",
  reminder: "a reminder",
} as const;

const hidingKey = "disable-model-invocation";

function catalogFinding(profile: Profile, session: Session, skill: Skill): RuleFinding {
  const { catalog } = profile;
  const state = session.states.get(skill.location) ?? "off";
  const where = channels[catalog.delivery.channel];
  if (isHiddenFrom(skill, "model"))
    return failed(hidingSaid(profile, skill, `${hidingKey}: true`), "Remove that line to tell the model of it.");
  if (skill.isUndescribed) {
    const says = "Its frontmatter has no description, and of a plugin only what has one is told.";
    return failed(says, "Give it a description, or say in when_to_use when to use it.");
  }
  if (isDenied(permissionRules(profile, session), skill.name))
    return failed("A rule of its permissions in the settings denies it.", "Allow it there.");
  if (isWaiting(skill, session.place)) return unreached("It is told once a matching file is touched.");
  if (isUndocumented(profile, "catalog")) return unreached(`What ${profile.label} tells the model is not documented.`);
  if (isListed(state, catalog.lists)) return passed(`Its state is ${state}, and it is told in ${where}.`);
  const tested = `Only skills whose state is ${catalog.lists} are told in ${where}; this one is ${state}.`;
  return failed(tested, catalog.lists === "active" ? "Set it to active." : "Turn it on.");
}

function catalogFixes(inquiry: Inquiry): readonly QuickFix[] {
  const { profile, location, checked, candidate } = inquiry;
  const skill: Partial<Skill> = candidate?.skill ?? {};
  if (!isHiddenFrom(skill, "model")) return setStateFixes(inquiry, profile.catalog.lists);
  if (checked.unreadable !== undefined || profile.frontmatter.policyFile) return [];
  const [key = ""] = (skill.hiddenBy ?? hidingKey).split(":");
  const text = removeField(checked.text, key);
  return text === checked.text ? [] : [writing(`Drop ${key}`, location, text)];
}
