import { Eraser } from "lucide-react";
import { useState } from "react";
import { modelName } from "#components/settings/model-name.ts";
import { IconButton } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/dialog.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import styles from "./conversation.module.css";

/** What the conversation is about and who answers in it. */
export function ConversationHeader() {
  const title = useWorkspace((state) => state.title);
  const choice = useWorkspace((state) => state.models.choice);
  const serverModels = useWorkspace((state) => state.serverModels);
  const hasMessages = useWorkspace((state) => state.conversation.messages.length > 0);
  const isReadOnly = useReadOnlyTab();
  const [asking, setAsking] = useState(false);
  return (
    <header className={styles.header}>
      <h2>Conversation</h2>
      <span className={styles.title}>
        <VisibleName text={title} />
      </span>
      <span className={styles.model}>{modelName(choice, serverModels)}</span>
      {hasMessages && (
        <IconButton label="Clear conversation" size="small" disabled={isReadOnly} onClick={() => setAsking(true)}>
          <Eraser size={14} aria-hidden />
        </IconButton>
      )}
      {asking && <ClearDialog onClose={() => setAsking(false)} />}
    </header>
  );
}

function ClearDialog({ onClose }: { onClose: () => void }) {
  const { clearConversation } = useActions();
  function clear() {
    void clearConversation();
    onClose();
  }
  return (
    <ConfirmDialog title="Clear conversation" verb="Clear" onConfirm={clear} onClose={onClose}>
      <p>Every message of this conversation goes, and what the model has read with it. Files and skills stay.</p>
    </ConfirmDialog>
  );
}
