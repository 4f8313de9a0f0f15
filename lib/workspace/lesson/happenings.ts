import type { ChatMessage, MessagePart, RunResult } from "#lib/chat/message.ts";
import { subjectOf } from "#lib/chat/reads.ts";
import { type ToolCall, toolCallOf } from "#lib/chat/tool-call.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { Happening } from "#lib/lesson/events.ts";

/** An event in the conversation, with a unique key. */
export interface KeyedHappening {
  readonly key: string;
  readonly what: Happening;
}

const known = new WeakMap<ChatMessage, readonly KeyedHappening[]>();

/**
 * The events of a conversation, in order. They are derived from its messages, so that nothing has to be reported where
 * they happen. Finished messages stay the same objects, and are read only once.
 */
export function happeningsIn(messages: readonly ChatMessage[], skills: readonly Skill[]): readonly KeyedHappening[] {
  return messages.flatMap((message) => happeningsOf(message, skills));
}

function happeningsOf(message: ChatMessage, skills: readonly Skill[]): readonly KeyedHappening[] {
  const before = known.get(message);
  if (before) return before;
  const found = message.role === "user" ? sent(message) : came(message, skills);
  known.set(message, found);
  return found;
}

function sent({ id, parts, metadata }: ChatMessage): KeyedHappening[] {
  const commands = commandsIn(id, parts);
  const text = metadata?.typed ?? textOf(parts);
  if (text === "") return commands;
  const prompt = { key: `${id}/prompt`, what: { kind: "prompt", text } } as const;
  const { invoked } = metadata ?? {};
  if (!invoked) return [...commands, prompt];
  return [...commands, prompt, { key: `${id}/invoked`, what: { kind: "invoked", skill: invoked.name, by: "user" } }];
}

function commandsIn(id: string, parts: readonly MessagePart[]): KeyedHappening[] {
  return parts.flatMap((part, index): KeyedHappening[] =>
    part.type === "data-command" ? [{ key: `${id}/${index}`, what: { kind: "command", line: part.data.line } }] : [],
  );
}

function came({ id, parts, metadata }: ChatMessage, skills: readonly Skill[]): KeyedHappening[] {
  const calls = parts.flatMap((part) => callIn(part, skills));
  const text = textOf(parts);
  const isWhole = text !== "" && !metadata?.isUnfinished && !parts.some(isUnderWay);
  const answer = { key: `${id}/answer`, what: { kind: "answer", text } } as const;
  return [...commandsIn(id, parts), ...calls, ...(isWhole ? [answer] : [])];
}

function isUnderWay(part: MessagePart): boolean {
  const state = toolCallOf(part)?.state;
  return state === "writing" || state === "running" || state === "asking";
}

function callIn(part: MessagePart, skills: readonly Skill[]): KeyedHappening[] {
  const call = toolCallOf(part);
  if (call?.state !== "done") return [];
  const input = JSON.stringify(call.input) ?? "";
  const happened: KeyedHappening[] = [{ key: `${call.id}/tool`, what: { kind: "tool", tool: call.tool, input } }];
  const { path, skill, tier } = subjectOf(call, skills);
  const isRead = call.tool === "read_file" || tier !== undefined;
  if (isRead && path !== undefined) happened.push({ key: `${call.id}/read`, what: { kind: "read", path } });
  if (tier === 2 && skill) {
    happened.push({ key: `${call.id}/invoked`, what: { kind: "invoked", skill: skill.name, by: "model" } });
  }
  return [...happened, ...ranIn(call)];
}

/** The scripts that a model's command started. */
function ranIn({ id, output }: ToolCall): KeyedHappening[] {
  const { status, scripts = [] } = (output as { ran?: RunResult } | undefined)?.ran ?? {};
  if (status === undefined) return [];
  return scripts.map((path, number) => ({
    key: `${id}/ran/${number}`,
    what: { kind: "ran", path, status, by: "model" },
  }));
}

function textOf(parts: readonly MessagePart[]): string {
  return parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n")
    .trim();
}
