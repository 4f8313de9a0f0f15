import { type CallSubject, subjectOf } from "#lib/chat/reads.ts";
import { commandOf, harnessOutputOf, jsonLine, type ToolCall, textField, writeRequestOf } from "#lib/chat/tool-call.ts";
import { describeOutput, isGrepOutput, isListOutput, isReadOutput } from "#lib/chat/tools/describe-output.ts";
import { formatBytes, plural } from "#lib/format-count.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { dirname, relativePath } from "#lib/vfs/paths.ts";

/** A tool call as a sentence: `verb`, then `object` in monospace. */
export interface Step extends CallSubject {
  readonly call: ToolCall;
  readonly verb: string;
  readonly object: string;
  /** The text that the model read; absent while the call is under way. */
  readonly read?: string;
  /** Sizes, in words. */
  readonly detail?: string;
}

/** What a tool call did. `skills`: the skills that the harness has loaded. */
export function stepOf(call: ToolCall, skills: readonly Skill[]): Step {
  const subject = subjectOf(call, skills);
  const step = (verb: Verb, object: string, measure: Measure): Step => {
    return { call, ...subject, verb: inTense(verb, call.state), object: shortened(object), ...outcome(call, measure) };
  };
  switch (call.tool) {
    case "read_file":
      return step("read", readName(subject), readSize);
    case "list_files":
      return step("list", textField(call.input, "path") ?? "", listedEntries);
    case "grep":
      return step("search", textField(call.input, "pattern") ?? "", foundMatches);
    default: {
      const { verb, object } = harnessCall(call);
      return step(verb, object, exitStatus);
    }
  }
}

/** Most characters of a path or a pattern drawn: a model may write any, and a long line without a break is slow to lay out. */
const longestObject = 500;

function shortened(object: string): string {
  return object.length > longestObject ? `${object.slice(0, longestObject - 1)}…` : object;
}

/** A call of one of the harness's own tools: a write or a command by its input, otherwise as the harness shows it. */
function harnessCall({ tool, input, shows }: ToolCall): { readonly verb: Verb; readonly object: string } {
  const write = writeRequestOf(input);
  if (write) return { verb: write.patches ? "edit" : "write", object: write.path };
  const command = shows ? undefined : commandOf(input);
  if (command !== undefined) return { verb: "run", object: command };
  return { verb: "call", object: shows?.call ?? tool };
}

/** A skill's file by its path from the skill's folder, as people name it; any other file by its whole path. */
function readName({ path = "", skill }: CallSubject): string {
  return skill ? relativePath(dirname(skill.directory), path) : path;
}

const verbs = {
  read: { bare: "read", now: "Reading", past: "Read" },
  list: { bare: "list", now: "Listing", past: "Listed" },
  search: { bare: "search for", now: "Searching for", past: "Searched for" },
  write: { bare: "write", now: "Writing", past: "Wrote" },
  edit: { bare: "edit", now: "Editing", past: "Edited" },
  run: { bare: "run", now: "Running", past: "Ran" },
  call: { bare: "call", now: "Calling", past: "Called" },
} as const;

type Verb = keyof typeof verbs;

function inTense(verb: Verb, state: ToolCall["state"]): string {
  const { bare, now, past } = verbs[verb];
  switch (state) {
    case "writing":
    case "running":
      return now;
    case "asking":
      return `Wants to ${bare}`;
    case "done":
      return past;
    case "stopped":
      return `Interrupted while ${now.toLowerCase()}`;
    case "failed":
      return `Could not ${bare}`;
    case "denied":
      return `Was not allowed to ${bare}`;
  }
}

/** Sizes of an output, in words; `undefined` where there are none. */
type Measure = (output: unknown) => string | undefined;

function outcome(call: ToolCall, measure: Measure): Pick<Step, "read" | "detail"> {
  const shown = call.shows && { detail: call.shows.result };
  if (call.state === "done") {
    const detail = measure(call.output);
    return { read: describeOutput(call), ...(detail !== undefined && { detail }), ...shown };
  }
  if (call.state === "denied") return { detail: "denied by you" };
  return call.error === undefined ? {} : { read: call.error, ...shown };
}

/** How a command ended, if the output is a command's. */
function exitStatus(output: unknown): string | undefined {
  const ran = harnessOutputOf(output)?.ran;
  if (!ran) return undefined;
  const ended = ran.status === undefined ? "did not finish" : `exit code ${ran.status}`;
  const { length } = ran.kept;
  const kept = length > 0 ? [`${plural(length + (ran.keptMore ?? 0), "file")} kept`] : [];
  const left = ran.left > 0 ? [`${plural(ran.left, "file")} not kept`] : [];
  return [ended, ...kept, ...left].join(", ");
}

function readSize(output: unknown): string | undefined {
  if (!isReadOutput(output)) return undefined;
  const size = `${formatBytes(output.bytes)}, ${output.shown ?? plural(output.lines, "line")}`;
  return output.truncated ? `part of ${size}` : size;
}

function listedEntries(output: unknown): string | undefined {
  if (!isListOutput(output)) return undefined;
  return counted(plural(output.entries.length, "entry", "entries"), output.truncated);
}

function foundMatches(output: unknown): string | undefined {
  if (!isGrepOutput(output)) return undefined;
  return counted(plural(output.matches.length, "match", "matches"), output.truncated || output.timedOut === true);
}

function counted(count: string, truncated: boolean): string {
  return truncated ? `${count} and more` : count;
}

/** Below this depth, indentation would be most of the text. */
const deepestIndented = 30;

/** A tool's input or output as readable JSON. An imported conversation may nest it to any depth. */
export function jsonText(value: unknown): string {
  return isDeeper(value, deepestIndented) ? jsonLine(value) : (JSON.stringify(value, null, 2) ?? "");
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}
