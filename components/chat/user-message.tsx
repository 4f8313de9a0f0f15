import { Pencil } from "lucide-react";
import { type KeyboardEvent, memo, useState } from "react";
import { messageText } from "#components/transcript/message-text.ts";
import { TokenCount } from "#components/transcript/token-count.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { caretAtEnd } from "#components/ui/focus.ts";
import { Tag } from "#components/ui/tag.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { isShort, LongText } from "#components/ui/text/long-text.tsx";
import { Verbatim } from "#components/ui/text/verbatim.tsx";
import { Tier } from "#components/ui/tier.tsx";
import { visiblePieces } from "#components/ui/visible/visible-pieces.ts";
import { Pieces, VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { splitReminder } from "#lib/chat/instructions.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import { plural } from "#lib/format-count.ts";
import { AttachedFiles } from "./attached-files.tsx";
import { BranchSteps } from "./branch-steps.tsx";
import styles from "./user-message.module.css";

/** What a person typed, with invisible characters made visible; if the harness sent something else, that unfolds below. */
export const UserMessage = memo(function UserMessage({ message }: { message: ChatMessage }) {
  const [isEditing, setEditing] = useState(false);
  const { typed, invoked, reminder } = message.metadata ?? {};
  const whole = messageText(message);
  const parts = reminder && splitReminder(whole, reminder);
  const sent = parts ? parts.said : whole;
  const isRewritten = typed !== undefined && typed !== sent;
  const text = typed ?? sent;
  return (
    <article className={styles.message} aria-label="You" data-turn>
      <AttachedFiles message={message} />
      {isEditing ? (
        <EditForm messageId={message.id} text={text} onClose={() => setEditing(false)} />
      ) : text === "" ? null : isShort(text) ? (
        <p className={styles.bubble}>
          <Pieces of={visiblePieces(text)} />
        </p>
      ) : (
        <LongText className={styles.long} label="What you wrote" text={text} />
      )}
      {!isEditing && <Tools messageId={message.id} text={text} onEdit={() => setEditing(true)} />}
      {isRewritten && (
        <details className={styles.sent}>
          <summary>
            {invoked && (
              <Tag tone="tier2">
                <VisibleName text={invoked.name} /> activated by you
              </Tag>
            )}{" "}
            What the model received <TokenCount text={sent} />
          </summary>
          <Verbatim title="The message, as the harness writes it" text={sent} />
        </details>
      )}
      {parts && <ReminderNote text={parts.reminder} skills={reminder.skills} />}
    </article>
  );
});

interface ToolsProps {
  readonly messageId: string;
  readonly text: string;
  readonly onEdit: () => void;
}

/** Actions on a sent message: switch to another branch, copy, edit. */
function Tools({ messageId, text, onEdit }: ToolsProps) {
  const isReadOnly = useReadOnlyTab();
  const isBusy = useWorkspace(
    ({ conversation: { status } }) => status.kind === "waiting" || status.kind === "streaming",
  );
  return (
    <span className={styles.tools}>
      <span className={styles.quiet}>
        {text !== "" && <CopyButton text={text} />}
        <IconButton label="Edit message" size="small" disabled={isReadOnly || isBusy} onClick={onEdit}>
          <Pencil size={13} aria-hidden />
        </IconButton>
      </span>
      <BranchSteps messageId={messageId} />
    </span>
  );
}

/** Edits a sent message. Its answers stay, as another branch. */
function EditForm({ messageId, text, onClose }: { messageId: string; text: string; onClose: () => void }) {
  const { editMessage } = useActions();
  const [line, setLine] = useState(text);
  const canSend = line.trim() !== "";
  function send() {
    if (!canSend) return;
    onClose();
    void editMessage(messageId, line);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Escape") onClose();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  }
  return (
    <div className={styles.edit}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: a click on Edit asked for it
        autoFocus
        ref={caretAtEnd}
        aria-label="Edited message"
        rows={Math.min(12, Math.max(2, line.split("\n").length))}
        value={line}
        onChange={(event) => setLine(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.editTools}>
        <span className={styles.hint}>The original message and its answer are kept as another branch.</span>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button size="small" variant="primary" disabled={!canSend} onClick={send}>
          Send
        </Button>
      </span>
    </div>
  );
}

/** What the harness sent along with a message; folded below the message, as the person did not write it. */
function ReminderNote({ text, skills }: { text: string; skills: number }) {
  return (
    <details className={styles.sent}>
      <summary>
        <Tier tier={1} size="small" /> Reminder{skills > 0 && ` with ${plural(skills, "skill")}`}{" "}
        <TokenCount text={text} />
      </summary>
      <Verbatim title="What the harness added to the message" text={text} />
    </details>
  );
}
