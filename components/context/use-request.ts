import { useEffect, useState } from "react";
import { useChatHost, useWorkspaceInSlices } from "#components/workbench/workspace-context.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import { draftRequest, type RequestPiece } from "#lib/chat/request.ts";

/** The request as it stands: see `draftRequest`. `undefined` until the first is drafted. */
export function useRequest(messages: readonly ChatMessage[]): readonly RequestPiece[] | undefined {
  const host = useChatHost();
  // What the host reads: a request is drafted anew when it changes.
  const view = useWorkspaceInSlices((state) => state.view);
  const profileId = useWorkspaceInSlices((state) => state.profileId);
  const [pieces, setPieces] = useState<readonly RequestPiece[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the host's answers depend on view and profile
  useEffect(() => {
    let isCurrent = true;
    void draftRequest(host, messages).then((drafted) => {
      if (isCurrent) setPieces(drafted);
    });
    return () => {
      isCurrent = false;
    };
  }, [host, messages, view, profileId]);
  return pieces;
}
