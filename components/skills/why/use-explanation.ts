import { useMemo } from "react";
import { useToldProfile } from "#components/workspace/use-told-profile.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { windowOf } from "#lib/chat/model-choice.ts";
import { explain } from "#lib/harness/explain.ts";
import type { Explanation } from "#lib/harness/vocabulary/finding.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";

/** Explains the chosen harness's verdict on a SKILL.md, for the current files. */
export function useExplanation(location: string): Explanation {
  const session = useFreshSession();
  const profile = useToldProfile();
  return useMemo(() => explain(profile, session, location), [profile, session, location]);
}

/** A session of the harness as after a reload: explanations and quick fixes are about the current files, not those loaded earlier. */
export function useFreshSession(): Session {
  const files = useWorkspace((state) => state.files);
  const view = useWorkspace((state) => state.view);
  const window = useWorkspace((state) => windowOf(state.models));
  return useMemo(() => {
    const { discovery, states, whyOff } = view.onDisk ?? view;
    return { files, place: view.place, discovery, states, whyOff, window };
  }, [files, view, window]);
}
