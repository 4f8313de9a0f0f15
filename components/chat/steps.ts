import { formatBytes, plural } from "#components/ui/format.ts";
import { describeGrep, describeList, describeRead } from "#lib/chat/describe-output.ts";
import type { GrepOutput, ListFilesOutput, ReadFileInput, ReadFileOutput } from "#lib/chat/message.ts";
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
  /** The path it is about, as the tool or else the model wrote it. */
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
      return { ...named(call, "list", textField(call.input, "path")), path: folderOf(call), ...outcome(call, listed) };
    case "grep":
      return {
        ...named(call, "search for", textField(call.input, "pattern")),
        path: folderOf(call),
        ...outcome(call, found),
      };
    case "Skill":
    case "skill":
      return skillStep(call, skills);
    default:
      return { ...named(call, "call", call.tool), ...outcome(call, plain) };
  }
}

/** Where a call looks: the working folder when it does not say. */
function folderOf(call: ToolCall): string {
  return textField(call.input, "path") ?? ".";
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

function outcome(call: ToolCall, describe: (output: unknown, input: unknown) => Result): Partial<Result> {
  if (call.state === "done") return describe(call.output, call.input);
  if (call.state === "denied") return { detail: "denied by you" };
  return call.error === undefined ? {} : { read: call.error };
}

function readText(output: unknown, input: unknown): Result {
  if (!isReadOutput(output)) return plain(output);
  const size = `${formatBytes(output.bytes)}, ${plural(output.lines, "line")}`;
  const read = describeRead((input ?? {}) as ReadFileInput, output);
  return { read, detail: output.truncated ? `part of ${size}` : size };
}

function listed(output: unknown): Result {
  if (!isListOutput(output)) return plain(output);
  const { entries, truncated } = output;
  return { read: describeList(output), detail: counted(plural(entries.length, "entry", "entries"), truncated) };
}

function found(output: unknown): Result {
  if (!isGrepOutput(output)) return plain(output);
  const { matches, truncated } = output;
  return { read: describeGrep(output), detail: counted(plural(matches.length, "match", "matches"), truncated) };
}

function plain(output: unknown): Result {
  return { read: typeof output === "string" ? output : (JSON.stringify(output, null, 2) ?? "") };
}

function counted(count: string, truncated: boolean): string {
  return truncated ? `${count} and more` : count;
}

// A kept conversation may be older than these shapes.
function isReadOutput(output: unknown): output is ReadFileOutput {
  return textField(output, "text") !== undefined;
}
function isListOutput(output: unknown): output is ListFilesOutput {
  return Array.isArray((output as ListFilesOutput | null)?.entries);
}
function isGrepOutput(output: unknown): output is GrepOutput {
  return Array.isArray((output as GrepOutput | null)?.matches);
}
