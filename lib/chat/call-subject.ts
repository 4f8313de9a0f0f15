import type { Skill } from "#lib/harness/model.ts";
import { type SkillFile, skillFileAt } from "./skill-files.ts";
import { type ToolCall, textField } from "./tool-call.ts";

/** What a tool call is about: the file of a skill, where it reads one. */
export interface CallSubject extends Partial<SkillFile> {
  /** The path, as the tool or else the model wrote it. */
  readonly path?: string;
}

/** What `call` is about. Listing and searching read no file, so they have no tier. */
export function subjectOf(call: ToolCall, skills: readonly Skill[]): CallSubject {
  const path = textField(call.output, "path") ?? textField(call.input, "path");
  switch (call.tool) {
    case "read_file":
      return { path: path ?? "", ...skillFileAt(path ?? "", skills) };
    case "list_files":
    case "grep":
      // Without a path they look at the working folder.
      return { path: path ?? "." };
    case "Skill":
    case "skill":
      return skillToolSubject(call, skills);
    default:
      return {};
  }
}

/** A harness's own tool hands over a skill's instructions by name: that is its SKILL.md read. */
function skillToolSubject(call: ToolCall, skills: readonly Skill[]): CallSubject {
  const name = skillToolName(call);
  const skill = skills.find((known) => known.name === name);
  return skill ? { path: skill.location, skill, tier: 2 } : {};
}

/** The name given to a harness's own skill tool: `Skill(skill)` in one harness, `skill(skill_name)` in another. */
export function skillToolName({ input }: ToolCall): string {
  return textField(input, "skill") ?? textField(input, "skill_name") ?? "";
}
