import type { HarnessOutput } from "#lib/chat/message.ts";
import type { SkillToolOffer } from "#lib/chat/session.ts";
import { callSkillTool, type SkillToolCall, shownCall, skillToolOf } from "#lib/harness/invocation/skill-tool.ts";
import type { SkillTool } from "#lib/harness/vocabulary/activation.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";

/** The harness's own tool as the model reads of it; `undefined` where it has none. */
function describedSkillTool(profile: Profile, catalog: Catalog): Omit<SkillToolOffer, "call"> | undefined {
  const tool = skillToolOf(profile);
  // A harness that tells of its skills there has no other words for the tool.
  return tool && { name: tool.name, description: tool.description ?? catalog.text, schema: tool.schema };
}

/** The same with what it does, over the harness as it is at the call. */
export function skillToolOffer(profile: Profile, catalog: Catalog, session: () => Session): SkillToolOffer | undefined {
  const described = describedSkillTool(profile, catalog);
  const tool = skillToolOf(profile);
  if (!described || !tool) return undefined;
  return { ...described, call: (input, active) => callOutput(profile, tool, session(), { input, active }) };
}

function callOutput(profile: Profile, tool: SkillTool, session: Session, call: SkillToolCall): HarnessOutput {
  const result = callSkillTool(profile, tool, session, call);
  const output = { text: result.text, shows: { call: shownCall(tool, call.input), result: result.shows } };
  if (result.kind === "refused") return { ...output, refused: true };
  const { name, location } = result.skill;
  return { ...output, skill: { name, location } };
}
