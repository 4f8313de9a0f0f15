import "./zod-jitless.ts";
import { convertToModelMessages, type ModelMessage } from "ai";
import type { ChatMessage, MessagePart } from "./message.ts";
import type { BoundTools } from "./tools/bind-tools.ts";

/**
 * What of a conversation goes to the model: no harness commands, no empty texts (providers refuse them), and
 * no bookkeeping of one provider (`custom`), since the next request may go to another.
 */
export function toModelMessages(messages: readonly ChatMessage[], tools: BoundTools): Promise<ModelMessage[]> {
  const sent = messages
    .filter((message) => message.role !== "system")
    .map((message) => ({ ...message, parts: message.parts.filter(isSent) }))
    .filter((message) => message.parts.some((part) => part.type !== "step-start"));
  return convertToModelMessages(sent, { tools });
}

function isSent(part: MessagePart): boolean {
  return part.type !== "data-command" && part.type !== "custom" && !(part.type === "text" && part.text === "");
}
