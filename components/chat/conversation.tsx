import { ChevronDown, MessageSquarePlus } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { newConversation } from "#components/actions/conversation-actions.ts";
import { messageText, spokenText } from "#components/transcript/message-text.ts";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { apart, useAsked } from "#components/workspace/asked-dialog.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Conversation as ConversationState } from "#lib/chat/session.ts";
import { formatCount } from "#lib/format-count.ts";
import { Composer } from "./composer/composer.tsx";
import styles from "./conversation.module.css";
import { conversationLabel } from "./conversations/conversation-list.ts";
import { MessageList } from "./message-list.tsx";
import { useStickToBottom } from "./use-stick-to-bottom.ts";

interface ConversationProps {
  /** Replaces the header; shown above the message box. An embed has only one conversation, so it needs no header. */
  readonly bare?: ReactNode;
}

/** The lab's middle: the messages, what the model read in between, and the message box. */
export function Conversation({ bare }: ConversationProps) {
  const { setMessageText } = useActions();
  const box = useRef<HTMLTextAreaElement>(null);
  const hasMessages = useWorkspace((state) => state.conversation.messages.length > 0);
  const conversationId = useWorkspace((state) => state.conversationId);
  const isAsked = useWorkspace(({ conversation: { status } }) => asks.has(status.kind));
  const scroll = useStickToBottom(hasMessages, isAsked);
  const { jump } = scroll;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is read from its end
  useEffect(jump, [conversationId, jump]);
  function suggest(text: string) {
    setMessageText(text);
    box.current?.focus();
  }
  return (
    <section className={styles.conversation} aria-label="Conversation">
      {bare === undefined ? <ConversationHeader /> : <h2 className="unseen">Conversation</h2>}
      <MessageList scroll={scroll} onSuggest={suggest} />
      {bare}
      <Composer boxRef={box} onSend={scroll.beginTurn} />
      <Announcer />
    </section>
  );
}

/** States in which a question or a choice stands below the last message. */
const asks: ReadonlySet<ConversationState["status"]["kind"]> = new Set(["asking", "failed", "interrupted"]);

/** The name of the open conversation, with the way to the others. */
function ConversationHeader() {
  const hasMessages = useWorkspace((state) => state.branches.length > 0);
  return (
    <header className={styles.header}>
      <h2 className="unseen">Conversation</h2>
      <ConversationsButton />
      {hasMessages && (
        <ActionButton action={newConversation} icon={<MessageSquarePlus size={14} aria-hidden />} size="small" />
      )}
    </header>
  );
}

const ConversationsDialog = fetchedDialog(
  async () => (await import("./conversations/conversations-dialog.tsx")).ConversationsDialog,
);

/** The name of the open conversation; opens the list of all. */
function ConversationsButton() {
  const head = useWorkspace(({ conversations, conversationId }) =>
    conversations.find(({ id }) => id === conversationId),
  );
  const count = useWorkspace((state) => state.conversations.length);
  const [open, setOpen] = useState(false);
  useAsked("conversations", () => setOpen(true));
  return (
    <>
      <button
        type="button"
        className={styles.chooser}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="unseen">Conversations, current: </span>
        <VisibleName as="span" className={styles.name} text={conversationLabel(head)} />
        {count > 1 && <span className={styles.count}>{formatCount(count)}</span>}
        <ChevronDown size={13} aria-hidden />
      </button>
      {open && apart(<ConversationsDialog onClose={() => setOpen(false)} />)}
    </>
  );
}

/**
 * Announces each finished answer and each question to screen readers, once. The list of messages is no live region, which would read out
 * every word that streams in.
 */
function Announcer() {
  const announcement = useWorkspace((state) => announcementOf(state.conversation));
  return (
    <p className="unseen" aria-live="polite">
      {announcement}
    </p>
  );
}

function announcementOf({ messages, status }: ConversationState): string {
  const last = messages.at(-1);
  if (status.kind === "asking") return "The model asks for permission.";
  if (status.kind !== "ready" || last?.role !== "assistant") return "";
  return `Answer finished. ${spokenText(messageText(last), 600)}`;
}
