import { ArrowDown } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { useWorkspace } from "#components/workbench/workspace-context.tsx";
import { Answer } from "./answer.tsx";
import styles from "./conversation.module.css";
import { EmptyConversation } from "./empty-conversation.tsx";
import { FailedTurn } from "./failed-turn.tsx";
import type { StickToBottom } from "./use-stick-to-bottom.ts";
import { UserMessage } from "./user-message.tsx";

interface MessageListProps {
  readonly scroll: StickToBottom;
  readonly onSuggest: (text: string) => void;
}

/** The messages, oldest first. Finished ones are not drawn again while the last one grows. */
export function MessageList({ scroll, onSuggest }: MessageListProps) {
  const { messages, status } = useWorkspace((state) => state.conversation);
  const busy = status.kind === "waiting" || status.kind === "streaming";
  return (
    <div className={styles.scroller}>
      <div
        ref={scroll.viewport}
        className={styles.viewport}
        onScroll={scroll.onScroll}
        tabIndex={0}
        role="log"
        aria-label="Messages"
        aria-live="off"
        aria-busy={busy}
      >
        <div ref={scroll.content} className={styles.messages}>
          {messages.length === 0 && <EmptyConversation onSuggest={onSuggest} />}
          <Messages />
          {status.kind === "waiting" && <Waiting />}
          {status.kind === "failed" && <FailedTurn failure={status.failure} />}
        </div>
      </div>
      {!scroll.stuck && (
        <Button size="small" className={styles.jump} onClick={scroll.jump}>
          <ArrowDown size={13} aria-hidden /> Jump to latest
        </Button>
      )}
    </div>
  );
}

function Messages() {
  const { messages, status } = useWorkspace((state) => state.conversation);
  const lastAnswer = messages.findLastIndex((message) => message.role === "assistant");
  const isOpen = status.kind !== "ready" && status.kind !== "failed";
  return messages.map((message, index) => {
    if (message.role === "user") return <UserMessage key={message.id} message={message} />;
    const last = isOpen && index === messages.length - 1 ? "growing" : "last";
    return <Answer key={message.id} message={message} state={index < lastAnswer ? "earlier" : last} />;
  });
}

function Waiting() {
  return (
    <p className={styles.waiting}>
      <span className={styles.pulse} aria-hidden /> Waiting for the model
    </p>
  );
}
