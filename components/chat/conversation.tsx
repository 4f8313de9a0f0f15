import { useRef } from "react";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { Announcer } from "./announcer.tsx";
import { Composer } from "./composer/composer.tsx";
import styles from "./conversation.module.css";
import { ConversationHeader } from "./conversation-header.tsx";
import { MessageList } from "./message-list.tsx";
import { useStickToBottom } from "./use-stick-to-bottom.ts";

/** The middle of the lab: what was said, what the model read on the way, and the box to say more. */
export function Conversation() {
  const { setMessageText } = useActions();
  const box = useRef<HTMLTextAreaElement>(null);
  const hasMessages = useWorkspace((state) => state.conversation.messages.length > 0);
  const scroll = useStickToBottom(hasMessages);
  function suggest(text: string) {
    setMessageText(text);
    box.current?.focus();
  }
  return (
    <section className={styles.conversation} aria-label="Conversation">
      <ConversationHeader />
      <MessageList scroll={scroll} onSuggest={suggest} />
      <Composer boxRef={box} onSend={scroll.jump} />
      <Announcer />
    </section>
  );
}
