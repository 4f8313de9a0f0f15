import { Columns2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { apart, useAsked } from "#components/workspace/asked-dialog.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import { readsOf } from "#lib/chat/reads.ts";
import type { TrialRequest } from "#lib/state/experiments.ts";
import type { WorkspaceState } from "#lib/state/state.ts";

/** Fetched when it is first opened. */
const TrialDialog = fetchedDialog(async () => (await import("./trial-dialog.tsx")).TrialDialog);

/** Runs the text in the message box under two sets of conditions. */
export function TrialOfDraft() {
  const text = useWorkspace((state) => state.messageText);
  const attachments = useWorkspace((state) => state.attachments);
  const [isOpen, setOpen] = useState(false);
  useAsked("trial", () => setOpen(true));
  if (text.trim() === "" && !isOpen) return null;
  return (
    <>
      <IconButton label="Run side by side" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Columns2 size={15} aria-hidden />
      </IconButton>
      {isOpen && apart(<TrialDialog request={{ text, attachments }} onClose={() => setOpen(false)} />)}
    </>
  );
}

/** Runs the message of an answer again under two sets of conditions: at first with and without the skill that it activated. */
export function TrialOfAnswer({ messageId }: { readonly messageId: string }) {
  const [isOpen, setOpen] = useState(false);
  const asked = useWorkspace((state) => askedFor(state, messageId));
  const skill = useWorkspace((state) => activatedIn(state, messageId));
  const request = useMemo(() => asked && requestIn(asked), [asked]);
  if (!request) return null;
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Columns2 size={13} aria-hidden /> Side by side
      </Button>
      {isOpen && (
        <TrialDialog request={request} {...(skill !== undefined && { skill })} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** The person's message that an answer is for; `undefined` if there is none. */
function askedFor({ conversation: { messages } }: WorkspaceState, answerId: string): ChatMessage | undefined {
  const at = messages.findIndex(({ id }) => id === answerId);
  return messages.slice(0, at).findLast(({ role }) => role === "user");
}

function requestIn({ parts, metadata }: ChatMessage): TrialRequest {
  const texts = parts.flatMap((part) => (part.type === "text" ? part.text : []));
  return {
    text: metadata?.typed ?? texts.join("\n\n"),
    attachments: parts.flatMap((part) => (part.type === "data-attachment" ? part.data : [])),
  };
}

/** Location of the skill that an answer activated first, whether the model chose it or the person invoked it. */
function activatedIn(state: WorkspaceState, answerId: string): string | undefined {
  const { activations } = readsOf(state.conversation.messages, state.view.discovery.skills);
  const within = new Set([answerId, askedFor(state, answerId)?.id]);
  return [...activations.values()].find(({ messageId }) => within.has(messageId))?.path;
}
