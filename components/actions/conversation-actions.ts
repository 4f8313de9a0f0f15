import type { ChatStatus } from "#lib/chat/session.ts";
import type { Action, ActionGroup } from "./action.ts";

export const writeMessage: Action = {
  id: "message",
  label: "Write a message",
  keys: { kind: "alone", key: "/" },
  run: (context) => context.writeMessage(),
};

export const newConversation: Action = {
  id: "new-conversation",
  label: "New conversation",
  changes: true,
  isPossible: ({ branches }) => branches.length > 0,
  run: ({ verbs, showPanel }) => void verbs.newConversation().then(() => showPanel("chat")),
};

const conversations: Action = {
  id: "conversations",
  label: "Conversations",
  detail: "open, find, name, save as a file, delete",
  opensDialog: true,
  run: ({ ask }) => ask("conversations"),
};

const stop: Action = {
  id: "stop",
  label: "Stop",
  detail: "the current answer",
  isPossible: ({ conversation }) => is(conversation.status, ["waiting", "streaming"]),
  run: ({ verbs }) => verbs.stop(),
};

const proceed: Action = {
  id: "continue",
  label: "Continue",
  detail: "the interrupted answer",
  changes: true,
  isPossible: ({ conversation: { status, messages } }) =>
    is(status, ["interrupted", "failed"]) && messages.at(-1)?.role === "assistant",
  run: ({ verbs }) => void verbs.proceed(),
};

const retry: Action = {
  id: "retry",
  label: "Retry",
  detail: "answer the last message again",
  changes: true,
  isPossible: ({ conversation: { status, messages } }) =>
    is(status, ["ready", "interrupted", "failed"]) && messages.some(({ role }) => role === "user"),
  run: ({ verbs }) => void verbs.retry(),
};

const sendQueued: Action = {
  id: "send-queued",
  label: "Send queued messages",
  changes: true,
  isPossible: ({ queued, conversation: { status } }) =>
    queued.length > 0 && is(status, ["ready", "interrupted", "failed"]),
  run: ({ verbs }) => void verbs.sendQueued(),
};

const undoRemoval: Action = {
  id: "undo-removal",
  label: "Restore the deleted conversation",
  changes: true,
  isPossible: ({ removedConversation }) => removedConversation !== undefined,
  run: ({ verbs }) => void verbs.undoRemoval(),
};

const sideBySide: Action = {
  id: "side-by-side",
  label: "Run side by side",
  detail: "a request, under two conditions",
  opensDialog: true,
  run: ({ ask }) => ask("trial"),
};

/** Actions on the conversation and the message box. */
export const conversationActions: ActionGroup = () => [
  writeMessage,
  newConversation,
  conversations,
  stop,
  proceed,
  retry,
  sendQueued,
  undoRemoval,
  sideBySide,
];

function is({ kind }: ChatStatus, kinds: readonly ChatStatus["kind"][]): boolean {
  return kinds.includes(kind);
}
