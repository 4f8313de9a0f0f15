import { File as FileIcon, Image, Paperclip, X } from "lucide-react";
import { type RefObject, useRef } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Attachment } from "#lib/chat/message.ts";
import { sightOf } from "#lib/chat/model-choice.ts";
import { shownTypes, whyUnseen } from "#lib/chat/shown/sight.ts";
import { formatBytes } from "#lib/format-count.ts";
import styles from "./attached.module.css";

/** The files attached to the message in the box. Each can be removed, by keyboard too. */
export function AttachmentList({ boxRef }: { boxRef: RefObject<HTMLTextAreaElement | null> }) {
  const attachments = useWorkspace((state) => state.attachments);
  const refusal = useWorkspace((state) => state.attachRefusal);
  const { detach } = useActions();
  const isReadOnly = useReadOnlyTab();
  function take(index: number) {
    detach(index);
    // The button that had the focus has been removed.
    boxRef.current?.focus();
  }
  return (
    <>
      {attachments.length > 0 && (
        <ul className={styles.list} aria-label="Attached files">
          {attachments.map((attachment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two pasted pictures may be alike in everything
            <li key={index} className={styles.chip}>
              <AttachmentName attachment={attachment} />
              <IconButton
                label={`Remove ${attachment.name}`}
                size="small"
                disabled={isReadOnly}
                onClick={() => take(index)}
              >
                <X size={13} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <UnseenNote attachments={attachments} />
      <p role="status" className={refusal === undefined ? "unseen" : styles.refusal}>
        {refusal !== undefined && <VisibleName text={refusal} form="text" />}
      </p>
    </>
  );
}

/** The name and size of an attached file. */
export function AttachmentName({ attachment: { name, path, mediaType, bytes } }: { attachment: Attachment }) {
  const Icon = mediaType.startsWith("image/") ? Image : FileIcon;
  return (
    <>
      <Icon size={13} aria-hidden />
      <VisibleName as="span" className={styles.name} title={path ?? name} text={name} form="text" />
      <span className={styles.size}>{formatBytes(bytes)}</span>
    </>
  );
}

/** Says which parts of the attachments the chosen model cannot see. */
function UnseenNote({ attachments }: { attachments: readonly Attachment[] }) {
  const choice = useWorkspace((state) => state.models.choice);
  const sight = sightOf({ choice });
  const unseen = attachments.filter(({ mediaType, bytes }) => {
    const type = shownTypes.find((known) => known === mediaType);
    return type && whyUnseen(type, bytes, sight) !== undefined;
  });
  if (unseen.length === 0) return null;
  const who = choice.source === "demo" ? "The demo model" : choice.model;
  const what = new Intl.ListFormat("en").format(unseen.map(({ name }) => name));
  return (
    <p className={styles.note}>
      <VisibleName
        text={`${who} ${sight.images ? "does not accept PDFs" : "accepts only text"}, as far as we know. It gets ${what} by name only.`}
        form="text"
      />
    </p>
  );
}

/** Chooses files to attach. */
export function AttachButton() {
  const { attach } = useActions();
  const isReadOnly = useReadOnlyTab();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label="Attach files (or paste, drop, type @)"
        size="small"
        disabled={isReadOnly}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={15} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          void attach([...(target.files ?? [])]);
          // Reset, so that choosing the same file again fires a change event.
          target.value = "";
        }}
      />
    </>
  );
}
