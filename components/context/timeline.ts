import { activatingCalls } from "#components/chat/activating-calls.ts";
import { messageText } from "#components/chat/message-text.ts";
import { stepOf } from "#components/chat/steps.ts";
import { type MessagePart, toolCallOf } from "#components/chat/tool-call.ts";
import type { TierNumber } from "#components/ui/tier.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { Skill } from "#lib/harness/model.ts";

/** Something that happened in the conversation: `text`, then `verbatim` in mono. */
export interface TimelineEvent {
  /** Milliseconds since 1970; only what begins a message has a time. */
  readonly at?: number;
  readonly tier?: TierNumber;
  readonly text: string;
  readonly verbatim?: string;
  /** A file that it was about, to open. */
  readonly path?: string;
}

/** What happened, in order: messages, activations, reads, commands. */
export function timelineOf(messages: readonly ChatMessage[], skills: readonly Skill[]): TimelineEvent[] {
  const activating = activatingCalls(messages, skills);
  return messages.flatMap((message, index) => {
    const ids = new Set(activating[index]?.split(" "));
    const events =
      message.role === "user" ? [userEvent(message)] : message.parts.flatMap((part) => partEvents(part, ids, skills));
    const at = message.metadata?.createdAt;
    return at === undefined ? events : events.map((event, place) => (place === 0 ? { ...event, at } : event));
  });
}

function userEvent({ metadata, ...message }: ChatMessage): TimelineEvent {
  if (metadata?.invoked) {
    const { name, location } = metadata.invoked;
    return { text: `You activated ${name}`, verbatim: metadata.typed ?? `/${name}`, tier: 2, path: location };
  }
  return { text: "You wrote", verbatim: excerpt(metadata?.typed ?? messageText({ ...message })) };
}

function partEvents(part: MessagePart, activating: ReadonlySet<string>, skills: readonly Skill[]): TimelineEvent[] {
  if (part.type === "text")
    return part.text.trim() ? [{ text: "The model answered", verbatim: excerpt(part.text) }] : [];
  if (part.type === "data-command") return [{ text: "You ran", verbatim: part.data.line }];
  const call = toolCallOf(part);
  if (!call) return [];
  const { verb, object, tier, skill, path } = stepOf(call, skills);
  const step: TimelineEvent = { text: verb, verbatim: object, ...(tier && { tier }), ...(tier && path && { path }) };
  if (!skill || !activating.has(call.id)) return [step];
  return [{ text: "The model activated", verbatim: skill.name, tier: 1, path: skill.location }, step];
}

function excerpt(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
