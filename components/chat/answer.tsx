import { RotateCcw } from "lucide-react";
import { memo } from "react";
import { Markdown } from "#components/markdown/markdown.tsx";
import { messageText } from "#components/transcript/message-text.ts";
import { TokenCount } from "#components/transcript/token-count.tsx";
import { TrialOfAnswer } from "#components/trials/trial-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { PlainText } from "#components/ui/text/long-text.tsx";
import { ShowEarlier, useLatest } from "#components/ui/text/show-earlier.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useIsEmbedded, useWorkspace } from "#components/workspace/workspace-context.tsx";
import {
  answeredBy,
  type ChatMessage,
  type LeftOut,
  type MessagePart,
  type ModelLabel,
  type TokenUsage,
} from "#lib/chat/message.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import { formatCount, plural } from "#lib/format-count.ts";
import styles from "./answer.module.css";
import { BranchSteps } from "./branch-steps.tsx";
import { StepRows } from "./step-rows.tsx";

/** Most parts drawn at once: an agent's turn has some dozens. */
const partsAtOnce = 120;

interface AnswerProps {
  readonly message: ChatMessage;
  /** Only the last answer can be retried, and a growing one has no totals yet. */
  readonly state: "earlier" | "last" | "growing";
}

/** A model's answer, step by step in the order it happened; or a harness command and its output. */
export const Answer = memo(function Answer({ message, state }: AnswerProps) {
  const isCommand = message.parts.every((part) => part.type === "data-command");
  const { shown, hidden, showEarlier } = useLatest(message.parts, partsAtOnce);
  return (
    <article className={styles.answer} aria-label={isCommand ? "Command" : "Answer"}>
      <ShowEarlier hidden={hidden} noun="step" onShow={showEarlier} />
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts only ever grow at the end, so a place is an identity
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
  if (part.type === "data-trim") return <LeftOutMark {...part.data} />;
  if (part.type === "data-command") return <CommandOutput line={part.data.line} output={part.data.output} />;
  if (part.type === "reasoning") return part.text.trim() ? <Reasoning text={part.text} /> : null;
  const call = toolCallOf(part);
  return call ? <StepRows call={call} messageId={messageId} /> : null;
}

/** The model's reasoning, folded because it is not the answer. */
function Reasoning({ text }: { text: string }) {
  return (
    <details className={styles.reasoning}>
      <summary>Reasoning, as the provider sent it</summary>
      <PlainText text={text} label="Reasoning" className={styles.thought} />
    </details>
  );
}

/** Marks where tool results were left out of what is sent to the model. */
function LeftOutMark({ calls, tokens }: LeftOut) {
  return (
    <p className={styles.trimmed}>
      From here on, {plural(calls.length, "earlier tool result")} (≈{formatCount(tokens)} tokens){" "}
      {calls.length === 1 ? "is" : "are"} no longer sent to the model. It can ask again.
    </p>
  );
}

/** Who answered, the token counts and cost and where they come from, and what can be done with the answer. */
function AnswerFooter({ message, isLast }: { message: ChatMessage; isLast: boolean }) {
  const { retry } = useActions();
  const isReadOnly = useReadOnlyTab();
  const canRetry = useWorkspace((state) => isLast && state.conversation.status.kind === "ready") && !isReadOnly;
  const isEmbedded = useIsEmbedded();
  const text = messageText(message);
  const by = answeredBy(message);
  const names = by.map(({ label }) => label).join(", then ");
  return (
    <footer className={styles.footer}>
      {by.length > 0 && (by.some(({ scripted }) => scripted) ? <Tag>{names}</Tag> : <span>{names}</span>)}
      <Usage message={message} text={text} />
      <span className={styles.tools}>
        <BranchSteps messageId={message.id} />
        {!isEmbedded && <TrialOfAnswer messageId={message.id} />}
        {text && <CopyButton text={text} />}
        {canRetry && (
          <Button variant="quiet" size="small" onClick={() => void retry()}>
            <RotateCcw size={13} aria-hidden /> Retry
          </Button>
        )}
      </span>
    </footer>
  );
}

function Usage({ message, text }: { message: ChatMessage; text: string }) {
  const { usage, model } = message.metadata ?? {};
  if (!usage) return text ? <TokenCount text={text} /> : null;
  const isEstimated = answeredBy(message).some(({ scripted }) => scripted);
  const requests = message.parts.filter(({ type }) => type === "step-start").length;
  if (usage.inputTokens === undefined && usage.outputTokens === undefined) {
    return (
      <>
        {text && <TokenCount text={text} />}
        <span>tokens not reported by the provider</span>
      </>
    );
  }
  return (
    <span>
      {requests > 1 && `${requests} requests: `}
      {isEstimated && "≈"}
      {counted(usage.inputTokens)} tokens in{cachedPart(usage)}, {counted(usage.outputTokens)} out
      {model && !isEstimated && `, as the provider reports${costText(model, message.metadata?.cost)}`}
    </span>
  );
}

/** The cost by the endpoint's own price list. A server on this computer costs nothing. */
function costText({ provider }: ModelLabel, cost: number | undefined): string {
  if (cost !== undefined) return cost === 0 ? " · free" : ` · ${dollars(cost)} at list price`;
  return /^(?:this |localhost|127\.0\.0\.1)/.test(provider) ? "" : " · price not known";
}

/** Small amounts to two figures: most answers cost less than a cent. */
function dollars(cost: number): string {
  return cost < 0.01 ? `$${Number(cost.toPrecision(2))}` : `$${cost.toFixed(2)}`;
}

function counted(tokens: number | undefined): string {
  return tokens === undefined ? "not reported" : formatCount(tokens);
}

/** How much of the input was billed at the cached rate. */
function cachedPart({ cachedTokens = 0 }: TokenUsage): string {
  return cachedTokens > 0 ? ` (${formatCount(cachedTokens)} from its cache)` : "";
}

/** A harness command that ran here, with the harness's output verbatim. */
function CommandOutput({ line, output }: { line: string; output: string }) {
  return (
    <div className={styles.command}>
      <p className={styles.line}>
        <span aria-hidden>❯</span> <VisibleName as="code" text={line} form="text" /> <Tag>not sent to the model</Tag>
      </p>
      {output && <PlainText text={output} label="What the command printed" className={styles.output} />}
    </div>
  );
}
