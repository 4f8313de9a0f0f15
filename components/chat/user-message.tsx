import { memo } from "react";
import { messageText } from "#components/transcript/message-text.ts";
import { TokenEstimate } from "#components/transcript/token-estimate.tsx";
import { plural } from "#components/ui/format.ts";
import { Tag } from "#components/ui/tag.tsx";
import { isShort, LongText } from "#components/ui/text/long-text.tsx";
import { Verbatim } from "#components/ui/text/verbatim.tsx";
import { Tier } from "#components/ui/tier.tsx";
import { visiblePieces } from "#components/ui/visible-pieces.ts";
import { Pieces, VisibleName } from "#components/ui/visible-text.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import styles from "./user-message.module.css";

/** What a person typed, invisible characters shown; where the harness sent something else, that unfolds below. */
export const UserMessage = memo(function UserMessage({ message }: { message: ChatMessage }) {
  const { typed, invoked, reminder } = message.metadata ?? {};
  const whole = messageText(message);
  const sent = reminder ? whole.slice(0, reminder.at) : whole;
  const isRewritten = typed !== undefined && typed !== sent;
  const text = typed ?? sent;
  return (
    <article className={styles.message} aria-label="You" data-turn>
      {isShort(text) ? (
        <p className={styles.bubble}>
          <Pieces of={visiblePieces(text)} />
        </p>
      ) : (
        <LongText className={styles.long} label="What you wrote" text={text} />
      )}
      {isRewritten && (
        <details className={styles.sent}>
          <summary>
            {invoked && (
              <Tag tone="tier2">
                <VisibleName text={invoked.name} /> activated by you
              </Tag>
            )}{" "}
            What the model received <TokenEstimate text={sent} />
          </summary>
          <Verbatim title="The message, as the harness writes it" text={sent} />
        </details>
      )}
      {reminder && <ReminderNote text={whole.slice(reminder.at).trimStart()} skills={reminder.skills} />}
    </article>
  );
});

/** The catalog that the harness sent along with a message: not the person's words, so folded below them. */
function ReminderNote({ text, skills }: { text: string; skills: number }) {
  return (
    <details className={styles.sent}>
      <summary>
        <Tier tier={1} size="small" /> Reminder with {plural(skills, "skill")} <TokenEstimate text={text} />
      </summary>
      <Verbatim title="What the harness added to the message" text={text} />
    </details>
  );
}
