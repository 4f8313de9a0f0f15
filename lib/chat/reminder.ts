import type { ChatMessage, SentReminder } from "./message.ts";
import type { OutgoingMessage, Reminder } from "./session.ts";

/** A message with the catalog that goes along with it. */
export interface RemindingMessage extends OutgoingMessage {
  readonly reminder?: SentReminder;
}

/** `message` with the reminder at its end; what the person typed stays beside it. */
export function withReminder(message: OutgoingMessage, reminder: Reminder | undefined): RemindingMessage {
  if (!reminder) return message;
  const { text: added, ...told } = reminder;
  const { text, typed = text } = message;
  return { ...message, text: text + added, typed, reminder: { ...told, at: text.length } };
}

/** The catalog that the conversation was told of last; `undefined` when of none. */
export function lastReminded(messages: readonly ChatMessage[]): string | undefined {
  return messages.findLast(({ metadata }) => metadata?.reminder)?.metadata?.reminder?.catalog;
}
