import { Columns2 } from "lucide-react";
import { Suspense, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { readsOf } from "#lib/chat/reads.ts";
import type { WorkspaceState } from "#lib/workspace/state.ts";

/** Fetched when it is first opened. */
const TrialDialog = fetchedDialog(async () => (await import("./trial-dialog.tsx")).TrialDialog);

/** Runs what is typed under two conditions. `request`: what stands in the message box. */
export function TrialOfDraft({ request }: { readonly request: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Run side by side" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Columns2 size={15} aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <TrialDialog request={request} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Runs what an answer was asked for again, under two conditions: at first with and without the skill that it activated. */
export function TrialOfAnswer({ messageId }: { readonly messageId: string }) {
  const [isOpen, setOpen] = useState(false);
  const request = useWorkspace((state) => requestOf(state, messageId));
  const skill = useWorkspace((state) => activatedIn(state, messageId));
  if (request === undefined) return null;
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Columns2 size={13} aria-hidden /> Side by side
      </Button>
      {isOpen && (
        <Suspense>
          <TrialDialog request={request} {...(skill !== undefined && { skill })} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** What the person typed for an answer; `undefined` where nobody did. */
function requestOf({ conversation: { messages } }: WorkspaceState, answerId: string): string | undefined {
  const at = messages.findIndex(({ id }) => id === answerId);
  const asked = messages.slice(0, at).findLast(({ role }) => role === "user");
  if (!asked) return undefined;
  return asked.metadata?.typed ?? asked.parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n\n");
}

/** Location of the skill that an answer activated first, be it by the model or by the person's slash. */
function activatedIn({ conversation: { messages }, view }: WorkspaceState, answerId: string): string | undefined {
  const at = messages.findIndex(({ id }) => id === answerId);
  const asked = messages.slice(0, at).findLast(({ role }) => role === "user");
  const { activations } = readsOf(messages, view.discovery.skills);
  const within = new Set([answerId, asked?.id]);
  return [...activations.values()].find(({ messageId }) => within.has(messageId))?.path;
}
