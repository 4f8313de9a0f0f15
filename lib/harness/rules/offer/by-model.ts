import { guard } from "#lib/harness/access/guard.ts";
import { callSkillTool, skillToolOf } from "#lib/harness/invocation/skill-tool.ts";
import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import type { SkillTool } from "#lib/harness/vocabulary/activation.ts";
import { failed, passed, type RuleFinding, settled, unreached } from "#lib/harness/vocabulary/finding.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";

export const byModel = {
  code: "by-model",
  title: "The model can activate it",
  wrong: "The model cannot activate it",
  find: (inquiry) =>
    inquiry.candidate?.outcome.kind === "loaded" && inquiry.candidate.skill
      ? byModelFinding(inquiry, inquiry.candidate.skill)
      : settled,
} as const satisfies Rule;

/** How the model gets the skill's instructions, tried as in the harness. */
function byModelFinding({ profile, session, catalog }: Inquiry, skill: Skill): RuleFinding {
  if (isUndocumented(profile, "by-model"))
    return unreached(`How the model of ${profile.label} gets it is not documented.`);
  const tool = skillToolOf(profile);
  if (tool) return toolFinding(profile, tool, session, skill);
  const isTold = catalog.rows.some(({ location }) => location === skill.location);
  if (!isTold) return failed("The model is not told of it.", "Put it into the catalog.");
  if (profile.activation.byModel.kind === "none")
    return passed("The model has its instructions: they are in the catalog.");
  const { permission, reason } = guard(profile, session, skill.location, "read");
  const tested = `It reads ${skill.location}, ${permission === "pending" ? "after a person is asked" : permission}: ${reason}.`;
  if (permission !== "denied") return passed(tested);
  return failed(tested, "Put the skill where the model may read.");
}

function toolFinding(profile: Profile, tool: SkillTool, session: Session, skill: Skill): RuleFinding {
  const input = { [tool.parameters.skill]: skill.name };
  const result = callSkillTool(profile, tool, session, { input, active: new Set() });
  const call = `${tool.name}(${tool.parameters.skill}="${skill.name}")`;
  if (result.kind === "refused") {
    return failed(`It calls ${call}, which is refused.`, "Fix what the message says.", { says: [result.error] });
  }
  if (result.skill.location === skill.location) return passed(`It calls ${call}.`);
  return failed(`It calls ${call}, which finds another skill.`, "Give each its own name.", {
    place: { path: result.skill.location },
  });
}
