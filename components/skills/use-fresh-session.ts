import { useMemo } from "react";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { place } from "#lib/workspace/tree/place.ts";

/** The harness as a reload would have it: what is explained and mended is what stands in the files. */
export function useFreshSession(): Session {
  const files = useWorkspace((state) => state.files);
  const view = useWorkspace((state) => state.view);
  return useMemo(() => {
    const { discovery, states, isOff } = view.onDisk ?? view;
    return { files, place, discovery, states, isOff };
  }, [files, view]);
}
