import { RotateCcw } from "lucide-react";
import { messageText } from "#components/transcript/message-text.ts";
import { TokenEstimate } from "#components/transcript/token-estimate.tsx";
import { Button } from "#components/ui/button.tsx";
import { formatCount } from "#components/ui/format.ts";
import { Tag } from "#components/ui/tag.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import styles from "./answer.module.css";

/** Who answered, what it cost and by whose count, and what can be done with the answer. */
export function AnswerFooter({ message, isLast }: { message: ChatMessage; isLast: boolean }) {
  const { retry } = useActions();
  const isReadOnly = useReadOnlyTab();
  const canRetry = useWorkspace((state) => isLast && state.conversation.status.kind === "ready") && !isReadOnly;
  const text = messageText(message);
  const model = message.metadata?.model;
  return (
    <footer className={styles.footer}>
      {model && (model.scripted ? <Tag>{model.label}</Tag> : <span>{model.label}</span>)}
      <Usage message={message} text={text} />
      <span className={styles.tools}>
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
  if (!usage) return text ? <TokenEstimate text={text} /> : null;
  return (
    <span>
      {model?.scripted && "≈"}
      {formatCount(usage.inputTokens)} tokens in, {formatCount(usage.outputTokens)} out
      {!model?.scripted && ", as the provider reports"}
    </span>
  );
}
