import type { Skill } from "#lib/harness/model.ts";
import { isInside } from "#lib/vfs/paths.ts";
import { type ToolCall, textField } from "./tool-call.ts";

/** What a tool call is about. */
export interface StepSubject {
  /** The path, as the tool or else the model wrote it. */
  readonly path?: string;
  /** Which tier of progressive disclosure it reads; absent for listing, searching and files of no skill. */
  readonly tier?: 2 | 3;
  /** The skill whose SKILL.md or resource it is. */
  readonly skill?: Skill;
}

export function subjectOf(call: ToolCall, skills: readonly Skill[]): StepSubject {
  const path = textField(call.output, "path") ?? textField(call.input, "path");
  switch (call.tool) {
    case "read_file":
      return readSubject(path ?? "", skills);
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

function readSubject(path: string, skills: readonly Skill[]): StepSubject {
  const owners = skills.filter((skill) => isInside(skill.directory, path));
  // Of nested skills the innermost owns the file.
  const [skill] = owners.sort((a, b) => b.directory.length - a.directory.length);
  return skill ? { path, skill, tier: path === skill.location ? 2 : 3 } : { path };
}

/** A harness's own tool hands over a skill's instructions by name: that is its SKILL.md read. */
function skillToolSubject(call: ToolCall, skills: readonly Skill[]): StepSubject {
  const name = skillToolName(call);
  const skill = skills.find((known) => known.name === name);
  return skill ? { path: skill.location, skill, tier: 2 } : {};
}

/** The name given to a harness's own skill tool: `Skill(skill)` in one harness, `skill(skill_name)` in another. */
export function skillToolName({ input }: ToolCall): string {
  return textField(input, "skill") ?? textField(input, "skill_name") ?? "";
}
