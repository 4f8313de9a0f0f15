import { messageText } from "#components/chat/message-text.ts";
import { stepOf } from "#components/chat/steps.ts";
import type { TierNumber } from "#components/ui/tier.tsx";
import type { ChatMessage, MessagePart } from "#lib/chat/message.ts";
import type { SkillToolOffer } from "#lib/chat/session.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";

/** One piece of a request, in the order the model receives it. */
export interface RequestPiece {
  readonly role: "system" | "tool" | "user" | "reminder" | "assistant" | "tool call" | "tool result";
  readonly text: string;
  readonly tier?: TierNumber;
  /** Where in `text` a catalog begins that goes to its end. */
  readonly reminderAt?: number;
}

/** The conversation as it goes to the model: no harness commands, no labels, calls with their results. */
export function requestPieces(messages: readonly ChatMessage[], skills: readonly Skill[]): RequestPiece[] {
  return messages.flatMap((message): RequestPiece[] => {
    if (message.role === "system") return [];
    if (message.role === "assistant") return message.parts.flatMap((part) => assistantPieces(part, skills));
    const { invoked, reminder } = message.metadata ?? {};
    const marks = { ...(invoked && { tier: 2 as const }), ...(reminder && { reminderAt: reminder.at }) };
    return [{ role: "user", text: messageText(message), ...marks }];
  });
}

/** A tool of the harness's own, as it is described to the model. */
export function toolPiece({ name, description, schema }: Omit<SkillToolOffer, "call">, catalog: Catalog): RequestPiece {
  const text = `${name}\n\n${description}\n\n${JSON.stringify(schema, null, 2)}`;
  return { role: "tool", text, ...(catalog.channel === "tool" && { tier: 1 }) };
}

function assistantPieces(part: MessagePart, skills: readonly Skill[]): RequestPiece[] {
  if (part.type === "text") return part.text === "" ? [] : [{ role: "assistant", text: part.text }];
  const call = toolCallOf(part);
  if (!call) return [];
  const { read, tier } = stepOf(call, skills);
  const asked: RequestPiece = { role: "tool call", text: `${call.tool} ${JSON.stringify(call.input)}` };
  const isRead = call.state === "done" && tier;
  return read === undefined ? [asked] : [asked, { role: "tool result", text: read, ...(isRead && { tier }) }];
}
