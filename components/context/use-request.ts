import { useEffect, useState } from "react";
import { useChatHost, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import { draftRequest, type RequestPiece } from "#lib/chat/request.ts";

/** `failed`: what was said cannot be put into a request, as where a call's input is nested too deep to be written. */
type Draft = readonly RequestPiece[] | "failed";

/** The request as it stands: see `draftRequest`. `undefined` until the first is drafted. */
export function useRequest(messages: readonly ChatMessage[]): Draft | undefined {
  const host = useChatHost();
  // What the host reads: a request is drafted anew when it changes.
  const view = useWorkspaceInSlices((state) => state.view);
  const profileId = useWorkspaceInSlices((state) => state.profileId);
  const [draft, setDraft] = useState<Draft>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the host's answers depend on view and profile
  useEffect(() => {
    let isCurrent = true;
    void draftRequest(host, messages)
      .catch(() => "failed" as const)
      .then((drafted) => {
        if (isCurrent) setDraft(drafted);
      });
    return () => {
      isCurrent = false;
    };
  }, [host, messages, view, profileId]);
  return draft;
}
