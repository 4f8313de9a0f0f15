import { messageText } from "#components/chat/message-text.ts";
import { stepOf } from "#components/chat/steps.ts";
import type { ChatMessage, MessagePart } from "#lib/chat/message.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import type { Skill } from "#lib/harness/model.ts";

/** One piece of a request, in the order the model receives it. */
export interface RequestPiece {
  readonly role: "system" | "user" | "assistant" | "tool call" | "tool result";
  readonly text: string;
  readonly tier?: 2 | 3;
}

/** The conversation as it goes to the model: no harness commands, no labels, calls with their results. */
export function requestPieces(messages: readonly ChatMessage[], skills: readonly Skill[]): RequestPiece[] {
  return messages.flatMap((message): RequestPiece[] => {
    if (message.role === "system") return [];
    if (message.role === "assistant") return message.parts.flatMap((part) => assistantPieces(part, skills));
    const tier = message.metadata?.invoked && { tier: 2 as const };
    return [{ role: "user", text: messageText(message), ...tier }];
  });
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
