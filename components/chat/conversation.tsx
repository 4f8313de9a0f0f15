import { ChevronDown, MessageSquarePlus } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { newConversation } from "#components/actions/conversation-actions.ts";
import { messageText, spokenText } from "#components/transcript/message-text.ts";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
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
  /** Stands above the message box in place of the line above the messages; within somebody's page there is only one conversation. */
  readonly bare?: ReactNode;
}

/** The middle of the lab: what was said, what the model read on the way, and the box to say more. */
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

/** What puts a question or a choice below the last message. */
const asks: ReadonlySet<ConversationState["status"]["kind"]> = new Set(["asking", "failed", "interrupted"]);

/** Which conversation it is, with the way to the others. */
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

/** What the conversation on show is called; opens the list of all. */
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
        <span className={styles.name}>
          <VisibleName text={conversationLabel(head)} />
        </span>
        {count > 1 && <span className={styles.count}>{formatCount(count)}</span>}
        <ChevronDown size={13} aria-hidden />
      </button>
      {open &&
        apart(
          <Suspense>
            <ConversationsDialog onClose={() => setOpen(false)} />
          </Suspense>,
        )}
    </>
  );
}

/**
 * Tells a screen reader of each finished answer and each question, once. The list of messages is no live region: every
 * word that streams in would be read out.
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
