import { formatBytes, plural } from "#components/ui/format.ts";
import type { GrepOutput, ListFilesOutput, ReadFileOutput } from "#lib/chat/message.ts";
import type { Skill } from "#lib/harness/model.ts";
import { dirname, isInside, relativePath } from "#lib/vfs/paths.ts";
import { type ToolCall, textField } from "./tool-call.ts";

/** One tool call as a sentence: `verb`, then `object` in mono. */
export interface Step {
  readonly call: ToolCall;
  readonly verb: string;
  readonly object: string;
  /** Which tier of progressive disclosure was read; absent for listing, searching and files of no skill. */
  readonly tier?: 2 | 3;
  /** The skill whose SKILL.md or resource it is. */
  readonly skill?: Skill;
  /** The absolute path that was read. */
  readonly path?: string;
  /** What the model read, as text; absent while the call is under way. */
  readonly read?: string;
  /** Sizes, in words. */
  readonly detail?: string;
}

/** What a tool call did, told with the skills the harness has loaded. */
export function stepOf(call: ToolCall, skills: readonly Skill[]): Step {
  switch (call.tool) {
    case "read_file":
      return readStep(call, skills);
    case "list_files":
      return { ...named(call, "list", textField(call.input, "path")), ...outcome(call, listed) };
    case "grep":
      return { ...named(call, "search for", textField(call.input, "pattern")), ...outcome(call, found) };
    case "Skill":
    case "skill":
      return skillStep(call, skills);
    default:
      return { ...named(call, "call", call.tool), ...outcome(call, plain) };
  }
}

const pastTense = { read: "Read", list: "Listed", "search for": "Searched for", call: "Called" } as const;

function named(call: ToolCall, verb: keyof typeof pastTense, object = ""): Pick<Step, "call" | "verb" | "object"> {
  return { call, verb: sentenceStart(call.state, verb), object };
}

function sentenceStart(state: ToolCall["state"], verb: keyof typeof pastTense): string {
  switch (state) {
    case "writing":
    case "running":
    case "asking":
      return `Wants to ${verb}`;
    case "done":
      return pastTense[verb];
    case "failed":
      return `Could not ${verb}`;
    case "denied":
      return `Was not allowed to ${verb}`;
  }
}

function readStep(call: ToolCall, skills: readonly Skill[]): Step {
  const path = textField(call.output, "path") ?? textField(call.input, "path") ?? "";
  const skill = skillAt(path, skills);
  const object = skill ? relativePath(dirname(skill.directory), path) : path;
  const step = { ...named(call, "read", object), path, ...outcome(call, readText) };
  return skill ? { ...step, skill, tier: path === skill.location ? 2 : 3 } : step;
}

/** A harness's own tool that hands over a skill's instructions by name. */
function skillStep(call: ToolCall, skills: readonly Skill[]): Step {
  const name = textField(call.input, "skill") ?? textField(call.input, "skill_name") ?? "";
  const skill = skills.find((known) => known.name === name);
  const step = { ...named(call, "call", `${call.tool}(${name})`), ...outcome(call, plain) };
  return skill ? { ...step, skill, path: skill.location, tier: 2 } : step;
}

/** The skill that owns `path`; of nested ones the innermost. */
function skillAt(path: string, skills: readonly Skill[]): Skill | undefined {
  const owners = skills.filter((skill) => isInside(skill.directory, path));
  return owners.sort((a, b) => b.directory.length - a.directory.length)[0];
}

type Result = { readonly read: string; readonly detail?: string };

function outcome(call: ToolCall, describe: (output: unknown) => Result): Partial<Result> {
  if (call.state === "done") return describe(call.output);
  return call.error === undefined ? {} : { read: call.error };
}

function readText(output: unknown): Result {
  const { text, bytes, lines, truncated } = output as ReadFileOutput;
  if (typeof text !== "string") return plain(output);
  const size = `${formatBytes(bytes)}, ${plural(lines, "line")}`;
  return { read: text, detail: truncated ? `part of ${size}` : size };
}

function listed(output: unknown): Result {
  const { entries, truncated } = output as ListFilesOutput;
  if (!Array.isArray(entries)) return plain(output);
  const rows = entries.map((entry) => (entry.kind === "folder" ? `${entry.path}/` : entry.path));
  return { read: rows.join("\n"), detail: counted(plural(entries.length, "entry", "entries"), truncated) };
}

function found(output: unknown): Result {
  const { matches, truncated } = output as GrepOutput;
  if (!Array.isArray(matches)) return plain(output);
  const rows = matches.map((match) => `${match.path}:${match.line}: ${match.text}`);
  return { read: rows.join("\n"), detail: counted(plural(matches.length, "match", "matches"), truncated) };
}

function plain(output: unknown): Result {
  return { read: typeof output === "string" ? output : JSON.stringify(output, null, 2) };
}

function counted(count: string, truncated: boolean): string {
  return truncated ? `${count} and more` : count;
}
