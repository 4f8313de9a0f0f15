import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { type SkillFile, skillFileAt } from "./skill-files.ts";
import { type ToolCall, textField } from "./tool-call.ts";
import { harnessOutputOf } from "./tools/harness-output.ts";

/** What a tool call is about: the file of a skill, where it reads one. */
export interface CallSubject extends Partial<SkillFile> {
  /** The path, as the tool or else the model wrote it. */
  readonly path?: string;
}

/** What `call` is about. Listing, searching and writing read no file, so they have no tier. */
export function subjectOf(call: ToolCall, skills: readonly Skill[]): CallSubject {
  const path = textField(call.output, "path") ?? textField(call.input, "path");
  switch (call.tool) {
    case "read_file":
      return { path: path ?? "", ...skillFileAt(path ?? "", skills) };
    case "list_files":
    case "grep":
      // Without a path they look at the working folder.
      return { path: path ?? "." };
    default:
      return handedOver(call, skills) ?? (path === undefined ? {} : { path });
  }
}

/** A harness's own tool may hand over a skill's instructions: that is its SKILL.md read. */
function handedOver({ output }: ToolCall, skills: readonly Skill[]): CallSubject | undefined {
  const skill = harnessOutputOf(output)?.skill;
  return skill && { path: skill.location, ...skillFileAt(skill.location, skills) };
}
