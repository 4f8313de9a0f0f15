import { messageText } from "#components/transcript/message-text.ts";
import { stepOf } from "#components/transcript/steps.ts";
import type { TierNumber } from "#components/ui/tier.tsx";
import type { ChatMessage, MessagePart } from "#lib/chat/message.ts";
import { readsOf } from "#lib/chat/reads.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import { plural } from "#lib/format-count.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";

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
  const activations = Map.groupBy(readsOf(messages, skills).activations.values(), ({ messageId }) => messageId);
  return messages.flatMap((message) => {
    const activating = activations.get(message.id)?.map(({ callId }) => callId) ?? [];
    const events =
      message.role === "user"
        ? userEvents(message)
        : message.parts.flatMap((part) => partEvents(part, activating, skills));
    const at = message.metadata?.createdAt;
    return at === undefined ? events : events.map((event, place) => (place === 0 ? { ...event, at } : event));
  });
}

function userEvents(message: ChatMessage): TimelineEvent[] {
  const { reminder } = message.metadata ?? {};
  const told: TimelineEvent[] = reminder
    ? [{ text: `The harness told of ${plural(reminder.skills, "skill")}, in a reminder`, tier: 1 }]
    : [];
  return [userEvent(message), ...told];
}

function userEvent(message: ChatMessage): TimelineEvent {
  const { typed, invoked } = message.metadata ?? {};
  if (!invoked) return { text: "You wrote", verbatim: excerpt(typed ?? messageText(message)) };
  const { name, location } = invoked;
  return { text: `You activated ${name}`, verbatim: typed ?? `/${name}`, tier: 2, path: location };
}

function partEvents(
  part: MessagePart,
  activating: readonly (string | undefined)[],
  skills: readonly Skill[],
): TimelineEvent[] {
  if (part.type === "text") {
    return part.text.trim() ? [{ text: "The model answered", verbatim: excerpt(part.text) }] : [];
  }
  if (part.type === "data-command") return [{ text: "You ran", verbatim: part.data.line }];
  const call = toolCallOf(part);
  if (!call) return [];
  const { verb, object, tier, skill, path } = stepOf(call, skills);
  const step: TimelineEvent = { text: verb, verbatim: object, ...(tier && { tier }), ...(tier && path && { path }) };
  if (!skill || !activating.includes(call.id)) return [step];
  return [{ text: "The model activated", verbatim: skill.name, tier: 1, path: skill.location }, step];
}

function excerpt(text: string): string {
  const line = text.slice(0, 2000).trim().replaceAll(/\s+/g, " ");
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
