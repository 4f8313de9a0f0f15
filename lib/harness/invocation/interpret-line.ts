import { lastWords } from "#lib/harness/states/startup.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { callSkill } from "./call-skill.ts";
import { mentionSkills } from "./mention.ts";
import { runCommand, unknownCommand } from "./run-command.ts";

/**
 * What the harness makes of a line that a person typed: a command, a call of a skill, or text. Skills are looked up among the loaded ones,
 * and their files are read now.
 */
export function interpretLine(profile: Profile, session: Session, line: string): LineResult {
  const output = lastWords(session.whyOff);
  if (output !== undefined) return { kind: "command", output, writes: [], reload: false };
  const command = () => runCommand(profile, session, line);
  const skill = () => invoke(profile, session, line);
  const known = profile.commands.yieldToSkills ? (skill() ?? command()) : (command() ?? skill());
  return known ?? unknownCommand(profile, line) ?? { kind: "text" };
}

function invoke(profile: Profile, session: Session, line: string): LineResult | undefined {
  const { byUser } = profile.activation;
  if (byUser.kind === "none") return undefined;
  if (byUser.kind === "mention") return mentionSkills(profile, byUser, session, line);
  return callSkill(profile, byUser, session, line);
}
