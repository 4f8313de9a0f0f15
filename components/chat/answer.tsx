import { memo } from "react";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { PlainText } from "#components/ui/text/long-text.tsx";
import { ShowEarlier, useLatest } from "#components/ui/text/show-earlier.tsx";
import type { ChatMessage, MessagePart } from "#lib/chat/message.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import styles from "./answer.module.css";
import { AnswerFooter } from "./answer-footer.tsx";
import { CommandOutput } from "./command-output.tsx";
import { Markdown } from "./markdown.tsx";
import { StepRows } from "./step-rows.tsx";

/** Parts drawn at once: an agent's turn has some dozens. */
const partsAtOnce = 120;

interface AnswerProps {
  readonly message: ChatMessage;
  /** Where it stands: only the last can be retried, and a growing one has no totals yet. */
  readonly state: "earlier" | "last" | "growing";
}

/** A model's answer, step by step in the order it happened; or a harness command and what it printed. */
export const Answer = memo(function Answer({ message, state }: AnswerProps) {
  const isCommand = message.parts.every((part) => part.type === "data-command");
  const { shown, hidden, showEarlier } = useLatest(message.parts, partsAtOnce);
  return (
    <article className={styles.answer} aria-label={isCommand ? "Command" : "Answer"}>
      <ShowEarlier hidden={hidden} noun="step" onShow={showEarlier} />
      {shown.map((part, index) => (
        // Parts only ever grow at the end, so a place is an identity.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <ErrorBoundary key={hidden + index} what="This part of the answer">
          <AnswerPart part={part} messageId={message.id} />
        </ErrorBoundary>
      ))}
      {!isCommand && state !== "growing" && <AnswerFooter message={message} isLast={state === "last"} />}
    </article>
  );
});

function AnswerPart({ part, messageId }: { part: MessagePart; messageId: string }) {
  if (part.type === "text") return part.text.trim() ? <Markdown text={part.text} /> : null;
  if (part.type === "data-command") return <CommandOutput line={part.data.line} output={part.data.output} />;
  if (part.type === "reasoning") return part.text.trim() ? <Reasoning text={part.text} /> : null;
  const call = toolCallOf(part);
  return call ? <StepRows call={call} messageId={messageId} /> : null;
}

/** What the model thought aloud, folded: it is not the answer. */
function Reasoning({ text }: { text: string }) {
  return (
    <details className={styles.reasoning}>
      <summary>Reasoning, as the provider passes it on</summary>
      <PlainText text={text} label="Reasoning" className={styles.thought} />
    </details>
  );
}
