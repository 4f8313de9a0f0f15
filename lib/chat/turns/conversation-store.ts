import type { ChatMessage } from "#lib/chat/message.ts";
import type { Conversation } from "#lib/chat/session.ts";

/** What a running conversation holds. */
export interface ConversationStore {
  get(): Conversation;
  /** Replaces the conversation and reports it at once. */
  set(conversation: Conversation): void;
  /** Adds a growing message, or its next state, and reports it within a frame. */
  putSoon(message: ChatMessage): void;
}

/** A frame at 60 Hz. A timer rather than an animation frame: those stop in a hidden tab, where answers go on. */
const frame = 16;

/** Holds a conversation and reports its changes: a token each millisecond must not mean a render each. */
export function createConversationStore(
  initial: Conversation,
  onChange: (conversation: Conversation) => void,
): ConversationStore {
  let conversation = initial;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    clearTimeout(timer);
    timer = undefined;
    onChange(conversation);
  }

  return {
    get: () => conversation,
    set(next) {
      conversation = next;
      tell();
    },
    putSoon(message) {
      conversation = { messages: withMessage(conversation.messages, message), status: { kind: "streaming" } };
      timer ??= setTimeout(tell, frame);
    },
  };
}

function withMessage(messages: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  const index = messages.findLastIndex(({ id }) => id === message.id);
  return index === -1 ? [...messages, message] : messages.with(index, message);
}
