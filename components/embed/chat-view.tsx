import { useState } from "react";
import { Conversation } from "#components/chat/conversation.tsx";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { ShownProvider } from "#components/workspace/shown-context.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import styles from "./embed-view.module.css";
import { HarnessSelect, SourceName, ViewHead } from "./view-head.tsx";

/** An embed shows nothing but the conversation. */
const shown = {
  panel: "chat",
  middle: "conversation",
  showPanel: () => undefined,
} as const;

/** A conversation with the demo model about the skills of the source. */
export function ChatView() {
  return (
    <ShownProvider shown={shown}>
      <div className={styles.parted}>
        <ViewHead title={<SourceName />} tools={<HarnessSelect />}>
          A chat with the demo model: a script that follows the harness’s rules.
        </ViewHead>
      </div>
      <Conversation bare={<LinkedPrompt />} />
    </ShownProvider>
  );
}

/** The prompt in the address: shown in full, and put into the box only by a click. */
function LinkedPrompt() {
  const { setMessageText } = useActions();
  const [prompt] = useState(() => parseLinkQuery(location.search).prompt);
  const [isDone, setDone] = useState(false);
  const hasMessages = useWorkspace(({ conversation }) => conversation.messages.length > 0);
  if (prompt === undefined || isDone || hasMessages) return null;
  return (
    <section className={styles.prompt} aria-label="Suggested message">
      <p className={styles.promptText}>
        <VisibleName text={prompt} form="text" />
      </p>
      <Button
        size="small"
        onClick={() => {
          setMessageText(prompt);
          setDone(true);
        }}
      >
        Use this message
      </Button>
    </section>
  );
}
