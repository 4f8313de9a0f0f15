import { ArrowDown } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { useGrowingCount } from "#components/ui/progressive-drawing.ts";
import { ShowEarlier, useLatest } from "#components/ui/text/show-earlier.tsx";
import { useHasLesson, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { Answer } from "./answer.tsx";
import { EmptyConversation } from "./composer/empty-conversation.tsx";
import { RealModelOffer } from "./composer/model-chip.tsx";
import styles from "./conversation.module.css";
import { ElsewhereNote } from "./elsewhere-note.tsx";
import { EndedBefore, FailedTurn, HoldupNote, InterruptedTurn } from "./ended-turn.tsx";
import type { StickToBottom } from "./use-stick-to-bottom.ts";
import { UserMessage } from "./user-message.tsx";

/** Most messages drawn until a person asks for earlier ones: a few screens. */
const drawnAtOnce = 30;
/** The last messages are drawn first: they are in sight when a conversation is opened. */
const drawnFirst = 8;

interface MessageListProps {
  readonly scroll: StickToBottom;
  readonly onSuggest: (text: string) => void;
}

/** The messages, oldest first; of a long conversation only the latest. Finished messages are not drawn again while the last one grows. */
export function MessageList({ scroll, onSuggest }: MessageListProps) {
  const { messages, status } = useWorkspace((state) => state.conversation);
  const conversationId = useWorkspace((state) => state.conversationId);
  const hasLesson = useHasLesson();
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
          {/* A lesson suggests its own things to try. */}
          {messages.length === 0 && !hasLesson && <EmptyConversation onSuggest={onSuggest} />}
          <Messages key={conversationId} viewport={scroll.viewport} />
          <RealModelOffer />
          {status.kind === "waiting" && !status.holdup && <Waiting />}
          {busy && status.holdup && <HoldupNote holdup={status.holdup} />}
          {status.kind === "interrupted" && <InterruptedTurn />}
          {status.kind === "failed" && <FailedTurn failure={status.failure} />}
          <ElsewhereNote />
        </div>
      </div>
      {scroll.isBehind && (
        <Button size="small" className={styles.jump} onClick={scroll.jump}>
          <ArrowDown size={13} aria-hidden /> Jump to latest
        </Button>
      )}
    </div>
  );
}

function Messages({ viewport }: Pick<StickToBottom, "viewport">) {
  const { messages, status } = useWorkspace((state) => state.conversation);
  const { shown: latest, hidden: earlier, showEarlier } = useLatest(messages, drawnAtOnce);
  const isWhole = useGrowingCount(2, 1, 1) === 2;
  const shown = isWhole ? latest : latest.slice(-drawnFirst);
  const hidden = earlier + latest.length - shown.length;
  const keepPlace = useKeptPlace(viewport, hidden);
  const lastAnswer = messages.findLastIndex((message) => message.role === "assistant");
  const isOpen = status.kind === "waiting" || status.kind === "streaming" || status.kind === "asking";
  function show() {
    keepPlace();
    showEarlier();
  }
  return (
    <>
      <ShowEarlier hidden={earlier} noun="message" onShow={show} />
      {shown.map((message, at) => {
        const index = hidden + at;
        const next = messages[index + 1];
        const isUnanswered = message.role === "user" && next?.role === "user";
        const last = isOpen && index === messages.length - 1 ? "growing" : "last";
        return (
          <ErrorBoundary key={message.id} what={message.role === "user" ? "This message" : "This answer"}>
            {message.role === "user" ? (
              <UserMessage message={message} />
            ) : (
              <Answer message={message} state={index < lastAnswer ? "earlier" : last} />
            )}
            {next && (isUnanswered || message.metadata?.failed) && <EndedBefore why={message.metadata?.failed} />}
          </ErrorBoundary>
        );
      })}
    </>
  );
}

/** Keeps what is in the viewport in place. Call the returned function before more is drawn above. */
function useKeptPlace(viewport: StickToBottom["viewport"], hidden: number): () => void {
  const fromEnd = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fewer hidden ones are what moves it
  useLayoutEffect(() => {
    const box = viewport.current;
    if (!box || fromEnd.current === undefined) return;
    box.scrollTop = box.scrollHeight - fromEnd.current;
    fromEnd.current = undefined;
    // The focused button has been removed, as there is nothing earlier left.
    if (document.activeElement === document.body) box.focus();
  }, [viewport, hidden]);
  return () => {
    if (viewport.current) fromEnd.current = viewport.current.scrollHeight - viewport.current.scrollTop;
  };
}

function Waiting() {
  return (
    <p className={styles.waiting}>
      <span className={styles.pulse} aria-hidden /> Waiting for the model
    </p>
  );
}
