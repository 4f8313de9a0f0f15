import { useShallow } from "zustand/react/shallow";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { readsOf } from "#lib/chat/reads.ts";

/** The files that the model has read in this conversation. The set stays the same object while nothing is added. */
export function useModelReads(): ReadonlySet<string> {
  // Compared by content, so that streaming words do not redraw every list that marks files.
  return useWorkspace(
    useShallow(({ conversation, view }) => readsOf(conversation.messages, view.discovery.skills).paths),
  );
}
