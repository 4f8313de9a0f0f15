import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { memoObject } from "#lib/memo.ts";
import { foldersAbove, isInside } from "#lib/vfs/paths.ts";
import type { ChatMessage } from "./message.ts";
import { harnessOutputOf, type ToolCall, textField, toolCallOf, writeRequestOf } from "./tool-call.ts";
import { pathRefusal } from "./tools/limits.ts";
import { type Reach, resolveToolPath } from "./tools/reach.ts";

/** A file whose text the model has received. */
export interface FileRead extends Partial<SkillFile> {
  readonly path: string;
  readonly messageId: string;
  /** The tool call that read it; absent where a person brought it in by invoking the skill. */
  readonly callId?: string;
}

/** What the model has read in a conversation. */
export interface Reads {
  /** Paths that the model has read; files that a person opened do not count. */
  readonly paths: ReadonlySet<string>;
  /** The read that activated each skill, by the path of its SKILL.md: the first read of that file. */
  readonly activations: ReadonlyMap<string, FileRead>;
}

const known = new WeakMap<readonly ChatMessage[], { skills: readonly Skill[]; reads: Reads }>();

/**
 * Which files the model has read and which skills that activated. Derived from the messages, so that it holds for a
 * restored conversation too. Returns the same object while messages and skills are the same, so that every view may
 * call it at every frame.
 */
export function readsOf(messages: readonly ChatMessage[], skills: readonly Skill[]): Reads {
  const before = known.get(messages);
  if (before?.skills === skills) return before.reads;
  const all = messages.flatMap((message) => readsIn(message, skills));
  const activations = new Map<string, FileRead>();
  for (const read of all) {
    if (read.tier === 2 && !activations.has(read.path)) activations.set(read.path, read);
  }
  const reads = { paths: new Set(all.map(({ path }) => path)), activations };
  known.set(messages, { skills, reads });
  return reads;
}

const knownIn = new WeakMap<ChatMessage, { skills: readonly Skill[]; reads: readonly FileRead[] }>();

/**
 * The reads of one message, cached by message: finished messages stay the same objects, so only a growing one is read
 * again.
 */
function readsIn(message: ChatMessage, skills: readonly Skill[]): readonly FileRead[] {
  const before = knownIn.get(message);
  if (before?.skills === skills) return before.reads;
  const reads = [...invocation(message, skills), ...toolReads(message, skills)];
  knownIn.set(message, { skills, reads });
  return reads;
}

/** The read of a skill invoked by a person, whose message contains the instructions. */
function invocation({ id, metadata }: ChatMessage, skills: readonly Skill[]): FileRead[] {
  const path = metadata?.invoked?.location;
  return path === undefined ? [] : [{ path, messageId: id, ...skillFileAt(path, skills) }];
}

function toolReads({ id, parts }: ChatMessage, skills: readonly Skill[]): FileRead[] {
  return parts.flatMap((part): FileRead[] => {
    const call = toolCallOf(part);
    if (call?.state !== "done") return [];
    const { path, ...file } = subjectOf(call, skills);
    const isRead = call.tool === "read_file" || file.tier !== undefined;
    return isRead && path !== undefined ? [{ path, messageId: id, callId: call.id, ...file }] : [];
  });
}

/** The subject of a tool call: the file of a skill, where it reads one. */
export interface CallSubject extends Partial<SkillFile> {
  /** The path as the tool reports it, else as the model wrote it. */
  readonly path?: string;
}

/** The subject of `call`. Listing, searching and writing read no file, so they have no tier. */
export function subjectOf(call: ToolCall, skills: readonly Skill[]): CallSubject {
  const path = textField(call.output, "path") ?? textField(call.input, "path");
  switch (call.tool) {
    case "read_file":
      return { path: path ?? "", ...skillFileAt(path ?? "", skills) };
    case "list_files":
    case "grep":
      // Without a path these tools look at the working folder.
      return { path: path ?? "." };
    default:
      return handedOver(call, skills) ?? (path === undefined ? {} : { path });
  }
}

/** A harness's own tool may hand over a skill's instructions, which counts as reading the SKILL.md. */
function handedOver({ output }: ToolCall, skills: readonly Skill[]): CallSubject | undefined {
  const skill = harnessOutputOf(output)?.skill;
  return skill && { path: skill.location, ...skillFileAt(skill.location, skills) };
}

/** A file of a skill, with its tier of progressive disclosure. */
export interface SkillFile {
  /** 2: the SKILL.md. 3: a file in a skill's folder. */
  readonly tier: 2 | 3;
  readonly skill: Skill;
}

/** An index, since a harness has hundreds of skills and each row of a file tree looks one up. */
interface SkillFolders {
  readonly skills: ReadonlyMap<string, Skill>;
  /** The length of the longest skill folder in characters: no longer path is looked up, whoever wrote it. */
  readonly longest: number;
}

/**
 * The skill that the file at `path` belongs to; among nested skills the innermost. `undefined` for a file of no skill.
 */
export function skillFileAt(path: string, skills: readonly Skill[]): SkillFile | undefined {
  const known = foldersOf(skills);
  for (const folder of foldersAbove(path)) {
    const skill = folder.length > known.longest ? undefined : known.skills.get(folder);
    if (skill) return { tier: path === skill.location ? 2 : 3, skill };
  }
  return undefined;
}

const foldersOf = memoObject((skills: readonly Skill[]): SkillFolders => {
  return {
    skills: new Map(skills.map((skill) => [skill.directory, skill])),
    longest: skills.reduce((longest, { directory }) => Math.max(longest, directory.length), 0),
  };
});

/** Files and folders of a conversation on which a harness's choice of skills may depend. */
export interface WorkedOn {
  /** Files below the working folder that the model has read or changed, oldest first. */
  readonly touched: readonly string[];
  /** Folders that the person has added with the harness's command. */
  readonly added: readonly string[];
}

/** The most files and folders that are remembered, of more the newest. */
const mostTouched = 500;
const mostAdded = 20;

/** Derived from the messages, so that it holds for a restored conversation and ends with it. */
export function workedOn(messages: readonly ChatMessage[], reach: Pick<Reach, "cwd" | "home">): WorkedOn {
  const parts = messages.flatMap((message) => message.parts);
  const added = parts.flatMap((part) => {
    const folder = part.type === "data-command" ? part.data.added : undefined;
    return folder === undefined || pathRefusal(folder) ? [] : [folder];
  });
  const touched = parts.flatMap((part) => {
    const call = toolCallOf(part);
    const path = call?.state === "done" ? touchedBy(call) : undefined;
    const absolute = path === undefined || pathRefusal(path) ? "" : resolveToolPath(reach, path);
    return isInside(reach.cwd, absolute) ? [absolute] : [];
  });
  return { touched: newest(touched, mostTouched), added: newest(added, mostAdded) };
}

/** Each path once, in the order in which they came first; of more than `most` those that came last. */
function newest(paths: readonly string[], most: number): readonly string[] {
  const kept = new Set([...new Set(paths.toReversed())].slice(0, most));
  return [...new Set(paths)].filter((path) => kept.has(path));
}

/** The file that a call has read or changed, as the tool reports it, else as the model wrote it. */
function touchedBy({ tool, input, output }: ToolCall): string | undefined {
  return tool === "read_file" ? textField(output, "path") : writeRequestOf(input)?.path;
}
