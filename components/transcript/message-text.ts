import type { ChatMessage } from "#lib/chat/message.ts";

/** The text of a message, without its tool calls and commands. */
export function messageText(message: ChatMessage): string {
  return message.parts
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("\n\n");
}

/** The line a person typed last: a message as typed, or a command. */
export function lastLine(messages: readonly ChatMessage[]): string | undefined {
  const lines = messages.flatMap((message) => [
    ...message.parts.filter((part) => part.type === "data-command").map((part) => part.data.line),
    ...(message.role === "user" && messageText(message) ? [message.metadata?.typed ?? messageText(message)] : []),
  ]);
  return lines.at(-1);
}
