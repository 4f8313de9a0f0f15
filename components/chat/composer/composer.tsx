import { ArrowUp, Square } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId } from "react";
import { lastLine } from "#components/transcript/message-text.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { useFollows } from "#components/workspace/use-follows.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { CompletionList, optionId } from "./completion-list.tsx";
import styles from "./composer.module.css";
import { ModelChip } from "./model-chip.tsx";
import { useCompletion } from "./use-completion.ts";

interface ComposerProps {
  readonly boxRef: RefObject<HTMLTextAreaElement | null>;
  readonly onSend: () => void;
}

/** The message box. Whatever a link or a click puts into it waits here until the person sends it. */
export function Composer({ boxRef, onSend }: ComposerProps) {
  const messageText = useWorkspace((state) => state.messageText);
  const messages = useWorkspace((state) => state.conversation.messages);
  const status = useWorkspace((state) => state.conversation.status.kind);
  const { submit, setMessageText, stop } = useActions();
  const completion = useCompletion(messageText);
  const isCompleting = completion.options.length > 0;
  const listId = useId();
  const busy = status === "waiting" || status === "streaming";
  const follows = useFollows();
  const canSend = !busy && !follows && messageText.trim() !== "";

  function send() {
    if (!canSend) return;
    onSend();
    void submit(messageText);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While an input method composes, Enter and the arrows are its own (Safari reports only the key code).
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
  }
  return (
    <div className={styles.composer}>
      <CompletionList id={listId} completion={completion} />
      <div className={styles.grow} data-text={messageText}>
        <textarea
          ref={boxRef}
          aria-label="Message"
          placeholder="Ask, or type / for a skill"
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
        <ModelChip />
        {follows ? <FollowingHint /> : <KeyHints isAsking={status === "asking"} />}
        {busy ? (
          <Button className={styles.stop} onClick={stop}>
            <Square size={11} fill="currentcolor" aria-hidden /> Stop
          </Button>
        ) : (
          <IconButton label="Send" variant="primary" disabled={!canSend} onClick={send}>
            <ArrowUp size={16} aria-hidden />
          </IconButton>
        )}
      </div>
    </div>
  );
}

function FollowingHint() {
  return <span className={styles.keys}>Another tab saves this workspace: take over to send</span>;
}

function KeyHints({ isAsking }: { isAsking: boolean }) {
  return (
    <span className={styles.keys}>
      {isAsking ? (
        "Sending something else denies the question above"
      ) : (
        <>
          <Kbd>/</Kbd> skills <Kbd>↵</Kbd> send <Kbd>⇧↵</Kbd> new line
        </>
      )}
    </span>
  );
}
