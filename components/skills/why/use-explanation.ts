import { useMemo } from "react";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Explanation } from "#lib/harness/explain/finding.ts";
import { explain } from "#lib/harness/explain.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { useFreshSession } from "./use-fresh-session.ts";

/** Why the chosen harness does with a SKILL.md what it does, as the files are now. */
export function useExplanation(location: string): Explanation {
  const session = useFreshSession();
  const profileId = useWorkspace((state) => state.profileId);
  return useMemo(() => explain(profileById(profileId), session, location), [profileId, session, location]);
}
