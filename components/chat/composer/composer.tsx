import { ArrowUp, Square, X } from "lucide-react";
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
} from "react";
import { lastLine } from "#components/transcript/message-text.ts";
import { TrialOfDraft } from "#components/trials/trial-button.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { messageBoxId } from "#components/workspace/message-box.ts";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useIsEmbedded, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { readOnlyTabText } from "#lib/failure-text.ts";
import { callPrefix } from "#lib/harness/invocation/elsewhere.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { AllowanceList } from "./allowance-list.tsx";
import { AttachButton, AttachmentList } from "./attachments.tsx";
import { type CompletionState, useCompletion } from "./completion.ts";
import { CompletionList, optionId } from "./completion-list.tsx";
import styles from "./composer.module.css";
import { ModelChip } from "./model-chip.tsx";

interface ComposerProps {
  readonly boxRef: RefObject<HTMLTextAreaElement | null>;
  readonly onSend: () => void;
}

/** The message box. Text that a link or a click puts into it is sent only when the person sends it. */
export function Composer({ boxRef, onSend }: ComposerProps) {
  const messageText = useWorkspace((state) => state.messageText);
  const status = useWorkspace((state) => state.conversation.status.kind);
  const placeholder = useWorkspace(({ profileId }) => placeholderFor(profileById(profileId)));
  const { submit, setMessageText } = useActions();
  const completion = useCompletion(messageText);
  const isCompleting = completion.options.length > 0;
  useFocusWhenFilled(boxRef, messageText);
  const listId = useId();
  const busy = status === "waiting" || status === "streaming";
  const isReadOnly = useReadOnlyTab();
  const hasAttached = useWorkspace((state) => state.attachments.length > 0);
  const takesFiles = useTakenFiles(isReadOnly);
  const isEmbedded = useIsEmbedded();
  const canSend = !isReadOnly && (messageText.trim() !== "" || hasAttached);

  function send() {
    if (!canSend) return;
    if (!busy) onSend();
    void submit(messageText);
  }
  const onKeyDown = useMessageKeys(completion, send);
  return (
    <div className={styles.composer} {...takesFiles}>
      <CompletionList id={listId} completion={completion} />
      <AllowanceList />
      <QueuedLines isBusy={busy} />
      <AttachmentList boxRef={boxRef} />
      <div className={styles.grow} data-text={messageText}>
        <textarea
          ref={boxRef}
          id={messageBoxId}
          aria-label="Message"
          placeholder={placeholder}
          rows={1}
          value={messageText}
          enterKeyHint="send"
          aria-autocomplete="list"
          aria-controls={isCompleting ? listId : undefined}
          aria-activedescendant={isCompleting ? optionId(listId, completion.active) : undefined}
          onChange={(event) => setMessageText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.row}>
        {isEmbedded ? (
          <span>Demo model</span>
        ) : (
          <>
            <AttachButton />
            <ModelChip />
          </>
        )}
        <span className={styles.note}>{noteText(isReadOnly, status === "asking")}</span>
        {!isEmbedded && <TrialOfDraft />}
        <SendButtons isBusy={busy} hasText={messageText.trim() !== "" || hasAttached} canSend={canSend} onSend={send} />
      </div>
    </div>
  );
}

/** Handles the box's keys: the completion's first, then Enter to send, and the up arrow to bring back the line sent last. */
function useMessageKeys(completion: CompletionState, send: () => void) {
  const messageText = useWorkspace((state) => state.messageText);
  const messages = useWorkspace((state) => state.conversation.messages);
  const { setMessageText } = useActions();
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, it uses Enter and the arrows itself (Safari reports this by the key code only).
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (completion.onKey(event.key)) return event.preventDefault();
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === "ArrowUp" && messageText === "") {
      const line = lastLine(messages);
      if (line === undefined) return;
      event.preventDefault();
      setMessageText(line);
    }
  };
}

/** Event handlers with which an element takes files that are dropped on it or pasted, instead of the page. */
function useTakenFiles(isReadOnly: boolean) {
  const { attach } = useActions();
  const take = (data: DataTransfer | null, event: SyntheticEvent) => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0 || isReadOnly) return;
    event.preventDefault();
    void attach(files);
  };
  return {
    "data-takes-files": true,
    onDrop: (event: DragEvent) => take(event.dataTransfer, event),
    onPaste: (event: ClipboardEvent) => {
      // A table copied from a spreadsheet arrives as text and as a picture; the person means the text.
      if (!event.clipboardData.types.includes("text/plain")) take(event.clipboardData, event);
    },
  };
}

interface SendButtonsProps {
  readonly isBusy: boolean;
  readonly hasText: boolean;
  readonly canSend: boolean;
  readonly onSend: () => void;
}

/** While an answer streams in, the person can stop it, or queue what they have typed. */
function SendButtons({ isBusy, hasText, canSend, onSend }: SendButtonsProps) {
  return (
    <>
      {isBusy && <StopButton />}
      {(!isBusy || hasText) && (
        <SendButton label={isBusy ? "Send after this answer" : "Send"} disabled={!canSend} onClick={onSend} />
      )}
    </>
  );
}

/**
 * Focuses the box when a click fills it and removes the element that had the focus, such as the row of a skill that was just installed. The
 * focus is then on the page, or on a surrounding element that only holds the place (`useKeptFocus`).
 */
function useFocusWhenFilled(boxRef: ComposerProps["boxRef"], messageText: string): void {
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.matches(':disabled, [tabindex="-1"]');
    if (messageText !== "" && isLost) boxRef.current?.focus();
  }, [messageText, boxRef]);
}

/** The messages sent while an answer streams in; they wait until it ends. */
function QueuedLines({ isBusy }: { isBusy: boolean }) {
  const queued = useWorkspace((state) => state.queued);
  const { unqueue, sendQueued } = useActions();
  const isReadOnly = useReadOnlyTab();
  if (queued.length === 0) return null;
  return (
    <div className={styles.queue}>
      <ol aria-label="Waiting to be sent">
        {queued.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines only leave at the front, or by hand
          <li key={index}>
            <VisibleName as="span" className={styles.queued} text={line.text} form="text" />
            <IconButton label="Take back" size="small" disabled={isReadOnly} onClick={() => unqueue(index)}>
              <X size={13} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      {isBusy ? (
        <span className={styles.queueNote}>Sent when the answer is done</span>
      ) : (
        <Button size="small" disabled={isReadOnly} onClick={() => void sendQueued()}>
          Send now
        </Button>
      )}
    </div>
  );
}

interface SendButtonProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function SendButton({ label, disabled, onClick }: SendButtonProps) {
  return (
    <IconButton label={label} variant="primary" disabled={disabled} onClick={onClick}>
      <ArrowUp size={16} aria-hidden />
    </IconButton>
  );
}

function StopButton() {
  const { stop } = useActions();
  return (
    <Button className={styles.stop} onClick={stop}>
      <Square size={11} fill="currentcolor" aria-hidden /> Stop
    </Button>
  );
}

/** What can be typed; a skill by its name only under a harness that has a way to call one, with the sign that begins it there. */
function placeholderFor(profile: Profile): string {
  const isCalled = profile.activation.byUser.kind !== "none";
  return isCalled ? `Ask, or type ${callPrefix(profile)[0]} for a skill, @ for a file` : "Ask, or type @ for a file";
}

function noteText(isReadOnly: boolean, isAsking: boolean): string {
  if (isReadOnly) return readOnlyTabText;
  return isAsking ? "Sending a message denies the request above." : "";
}
