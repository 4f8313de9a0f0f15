import { messageText } from "#components/transcript/message-text.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Conversation } from "#lib/chat/session.ts";

/**
 * Tells a screen reader what happened, once: the list itself is silent, because every delta of an
 * answer would be read out.
 */
export function Announcer() {
  const announcement = useWorkspace((state) => announcementOf(state.conversation));
  return (
    <p className="unseen" aria-live="polite">
      {announcement}
    </p>
  );
}

function announcementOf({ messages, status }: Conversation): string {
  const last = messages.at(-1);
  if (status.kind === "asking") return "The model asks for permission.";
  if (status.kind !== "ready" || last?.role !== "assistant") return "";
  return `Answer finished. ${messageText(last).slice(0, 600)}`;
}
