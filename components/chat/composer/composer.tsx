import { ArrowUp, ChevronDown, Square } from "lucide-react";
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useId, useState } from "react";
import { modelName } from "#components/settings/model-name.ts";
import { SettingsDialog } from "#components/settings/settings-button.tsx";
import { lastLine } from "#components/transcript/message-text.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/tag.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { useCompletion } from "./completion.ts";
import { CompletionList, optionId } from "./completion-list.tsx";
import styles from "./composer.module.css";

interface ComposerProps {
  readonly boxRef: RefObject<HTMLTextAreaElement | null>;
  readonly onSend: () => void;
}

/** The box for the message text. What a link or a click puts into it is sent only when the person sends it. */
export function Composer({ boxRef, onSend }: ComposerProps) {
  const messageText = useWorkspace((state) => state.messageText);
  const messages = useWorkspace((state) => state.conversation.messages);
  const status = useWorkspace((state) => state.conversation.status.kind);
  const { submit, setMessageText } = useActions();
  const completion = useCompletion(messageText);
  const isCompleting = completion.options.length > 0;
  useEffect(() => {
    // What filled the box may be gone with it, such as the row of a skill that was just installed: then the page has the
    // focus, or something around the row that only keeps its place (`useKeptFocus`).
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.matches(':disabled, [tabindex="-1"]');
    if (messageText !== "" && isLost) boxRef.current?.focus();
  }, [messageText, boxRef]);
  const listId = useId();
  const busy = status === "waiting" || status === "streaming";
  const isReadOnly = useReadOnlyTab();
  const canSend = !busy && !isReadOnly && messageText.trim() !== "";

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
        {isReadOnly ? <ReadOnlyTabHint /> : <KeyHints isAsking={status === "asking"} />}
        {busy ? <StopButton /> : <SendButton disabled={!canSend} onClick={send} />}
      </div>
    </div>
  );
}

function SendButton({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  return (
    <IconButton label="Send" variant="primary" disabled={disabled} onClick={onClick}>
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

function ReadOnlyTabHint() {
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

/** Who will answer; opens the settings. */
function ModelChip() {
  const choice = useWorkspace((state) => state.models.choice);
  const serverModels = useWorkspace((state) => state.serverModels);
  const [open, setOpen] = useState(false);
  const name = choice.kind === "demo" ? "Demo model" : modelName(choice, serverModels);
  return (
    <>
      <button type="button" className={styles.chip} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="unseen">Model: </span>
        {name}
        <ChevronDown size={12} aria-hidden />
      </button>
      {open && (
        <Suspense>
          <SettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
