import { TokenCount } from "#components/transcript/token-count.tsx";
import { Verbatim } from "#components/ui/text/verbatim.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import type { Attachment, ChatMessage } from "#lib/chat/message.ts";
import { shownTypes } from "#lib/chat/shown/sight.ts";
import styles from "./attached-files.module.css";
import { AttachmentName } from "./composer/attachments.tsx";

/** The files attached to a message: pictures as they are, and of a text what the model was given. */
export function AttachedFiles({ message }: { message: ChatMessage }) {
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
    <details className={styles.text}>
      <summary>
        <AttachmentName attachment={attachment} /> <TokenCount text={text} />
      </summary>
      <Verbatim title="What the model received" text={text} />
    </details>
  );
}
