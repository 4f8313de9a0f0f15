import { memo } from "react";
import { messageText } from "#components/transcript/message-text.ts";
import { TokenEstimate } from "#components/transcript/token-estimate.tsx";
import { plural } from "#components/ui/format.ts";
import { Tag } from "#components/ui/tag.tsx";
import { isShort, LongText } from "#components/ui/text/long-text.tsx";
import { Verbatim } from "#components/ui/text/verbatim.tsx";
import { Tier } from "#components/ui/tier.tsx";
import { visibleName, visiblePieces } from "#components/ui/visible-pieces.ts";
import { Pieces, VisibleName } from "#components/ui/visible-text.tsx";
import { splitReminder } from "#lib/chat/instructions.ts";
import type { Attachment, ChatMessage } from "#lib/chat/message.ts";
import { shownTypes } from "#lib/chat/shown/sight.ts";
import { AttachmentName } from "./composer/attachments.tsx";
import styles from "./user-message.module.css";

/** What a person typed, invisible characters shown; where the harness sent something else, that unfolds below. */
export const UserMessage = memo(function UserMessage({ message }: { message: ChatMessage }) {
  const { typed, invoked, reminder } = message.metadata ?? {};
  const whole = messageText(message);
  const parts = reminder && splitReminder(whole, reminder);
  const sent = parts ? parts.said : whole;
  const isRewritten = typed !== undefined && typed !== sent;
  const text = typed ?? sent;
  return (
    <article className={styles.message} aria-label="You" data-turn>
      <Attached message={message} />
      {text === "" ? null : isShort(text) ? (
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
      {parts && <ReminderNote text={parts.reminder} skills={reminder.skills} />}
    </article>
  );
});

/** The files that went along: pictures as they are, and of a text what the model was given of it. */
function Attached({ message }: { message: ChatMessage }) {
  const attachments = message.parts.flatMap((part) => (part.type === "data-attachment" ? [part.data] : []));
  if (attachments.length === 0) return null;
  return (
    <ul className={styles.attached} aria-label="Attached files">
      {attachments.map((attachment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was sent stays as it is
        <li key={index}>
          <AttachedFile attachment={attachment} />
        </li>
      ))}
    </ul>
  );
}

function AttachedFile({ attachment }: { attachment: Attachment }) {
  const { name, mediaType, text, data } = attachment;
  const isPicture = shownTypes.some((known) => known === mediaType) && mediaType.startsWith("image/");
  if (isPicture && data !== undefined) {
    return (
      <figure className={styles.picture}>
        {/* biome-ignore lint/performance/noImgElement: it is in the page already */}
        <img src={`data:${mediaType};base64,${data}`} alt={visibleName(name)} decoding="async" />
        <figcaption className={styles.file}>
          <AttachmentName attachment={attachment} />
        </figcaption>
      </figure>
    );
  }
  if (text === undefined) {
    return (
      <span className={styles.file}>
        <AttachmentName attachment={attachment} />
      </span>
    );
  }
  return (
    <details className={styles.sent}>
      <summary>
        <AttachmentName attachment={attachment} /> <TokenEstimate text={text} />
      </summary>
      <Verbatim title="What the model was given of it" text={text} />
    </details>
  );
}

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
