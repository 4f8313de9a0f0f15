import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "#components/ui/button.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { alternatives, numberOf } from "#lib/chat/conversations/conversation.ts";
import styles from "./user-message.module.css";

/** Shows which branch of the conversation is on show at this message, and steps to the others; nothing where there is one branch. */
export function BranchSteps({ messageId }: { messageId: string }) {
  const { walkBranches } = useActions();
  const isReadOnly = useReadOnlyTab();
  const count = useWorkspace(({ branches }) => alternatives(branches, messageId).length);
  const place = useWorkspace(({ branches }) =>
    alternatives(branches, messageId).indexOf(numberOf(branches, messageId)),
  );
  const isBusy = useWorkspace(
    ({ conversation: { status } }) => status.kind === "waiting" || status.kind === "streaming",
  );
  if (count < 2) return null;
  const isFixed = isReadOnly || isBusy;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields, so no fieldset
    <span className={styles.branches} role="group" aria-label="Branches">
      <IconButton
        label="Earlier branch"
        size="small"
        disabled={isFixed || place === 0}
        onClick={() => void walkBranches(messageId, -1)}
      >
        <ChevronLeft size={14} aria-hidden />
      </IconButton>
      <span>
        {place + 1}/{count}
      </span>
      <IconButton
        label="Later branch"
        size="small"
        disabled={isFixed || place === count - 1}
        onClick={() => void walkBranches(messageId, 1)}
      >
        <ChevronRight size={14} aria-hidden />
      </IconButton>
    </span>
  );
}
