import { missingText } from "#lib/failure-text.ts";
import { canBeFetched } from "#lib/workspace/mounts/mount-source.ts";
import { useWorkspace } from "./workspace-context.tsx";

interface Missing {
  /** One sentence. */
  readonly text: string;
  readonly canTryAgain: boolean;
}

/** What is to be said of mounts whose files this browser has lost; `undefined` where there are none. */
export function useMissing(): Missing | undefined {
  const mounts = useWorkspace((state) => state.mounts);
  const missing = useWorkspace((state) => state.missing);
  const isFetching = useWorkspace((state) => state.activity.kind === "cloning");
  const lost = mounts.filter(({ id }) => missing.includes(id));
  if (lost.length === 0) return undefined;
  const fetchable = lost.filter(canBeFetched);
  const told = fetchable.length > 0 ? fetchable : lost;
  const failed = fetchable.length > 0 ? "failed" : "impossible";
  return {
    text: missingText(
      told.map(({ label }) => label),
      isFetching && fetchable.length > 0 ? "under way" : failed,
    ),
    canTryAgain: fetchable.length > 0 && !isFetching,
  };
}
