import { Eraser } from "lucide-react";
import { useRef, useState } from "react";
import { modelName } from "#components/settings/model-name.ts";
import { messageText, spokenText } from "#components/transcript/message-text.ts";
import { IconButton } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/dialog.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Conversation as ConversationState } from "#lib/chat/session.ts";
import { Composer } from "./composer/composer.tsx";
import styles from "./conversation.module.css";
import { MessageList } from "./message-list.tsx";
import { useStickToBottom } from "./use-stick-to-bottom.ts";

/** The middle of the lab: what was said, what the model read on the way, and the box to say more. */
export function Conversation() {
  const { setMessageText } = useActions();
  const box = useRef<HTMLTextAreaElement>(null);
  const hasMessages = useWorkspace((state) => state.conversation.messages.length > 0);
  const isAsked = useWorkspace(({ conversation: { status } }) => asks.has(status.kind));
  const scroll = useStickToBottom(hasMessages, isAsked);
  function suggest(text: string) {
    setMessageText(text);
    box.current?.focus();
  }
  return (
    <section className={styles.conversation} aria-label="Conversation">
      <ConversationHeader />
      <MessageList scroll={scroll} onSuggest={suggest} />
      <Composer boxRef={box} onSend={scroll.beginTurn} />
      <Announcer />
    </section>
  );
}

/** What puts a question or a choice below the last message. */
const asks: ReadonlySet<ConversationState["status"]["kind"]> = new Set(["asking", "failed", "interrupted"]);

/** What the conversation is about and who answers in it. */
function ConversationHeader() {
  const title = useWorkspace((state) => state.title);
  const choice = useWorkspace((state) => state.models.choice);
  const serverModels = useWorkspace((state) => state.serverModels);
  const hasMessages = useWorkspace((state) => state.conversation.messages.length > 0);
  const isReadOnly = useReadOnlyTab();
  const [asking, setAsking] = useState(false);
  return (
    <header className={styles.header}>
      <h2>Conversation</h2>
      <span className={styles.title}>
        <VisibleName text={title} />
      </span>
      <span className={styles.model}>{modelName(choice, serverModels)}</span>
      {hasMessages && (
        <IconButton label="Clear conversation" size="small" disabled={isReadOnly} onClick={() => setAsking(true)}>
          <Eraser size={14} aria-hidden />
        </IconButton>
      )}
      {asking && <ClearDialog onClose={() => setAsking(false)} />}
    </header>
  );
}

function ClearDialog({ onClose }: { onClose: () => void }) {
  const { clearConversation } = useActions();
  function clear() {
    void clearConversation();
    onClose();
  }
  return (
    <ConfirmDialog title="Clear conversation" verb="Clear" onConfirm={clear} onClose={onClose}>
      <p>Every message of this conversation goes, and what the model has read with it. Files and skills stay.</p>
    </ConfirmDialog>
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
