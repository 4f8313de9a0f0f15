import { useEffect, useState } from "react";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { windowOf } from "#lib/chat/model-choice.ts";
import type { DraftProblem, HarnessStanding } from "#lib/editing/draft-standing.ts";

/** Milliseconds without a keystroke before the text is evaluated. */
const pause = 250;

export interface DraftStanding {
  readonly problems: readonly DraftProblem[];
  /** Empty where no harness takes the file for a skill; absent until computed. */
  readonly standings?: readonly HarnessStanding[];
}

const nothingKnown: DraftStanding = { problems: [] };

/**
 * What harnesses would make of the file with this text, a moment after the last keystroke. The previous result stays until then; a result
 * for a text that has changed meanwhile is dropped.
 */
export function useDraftStanding(path: string, text: string): DraftStanding {
  const { standingOfDraft } = useActions();
  const files = useWorkspace((state) => state.files);
  const profileId = useWorkspace((state) => state.profileId);
  const noSkills = useWorkspace((state) => state.noSkills);
  const window = useWorkspace((state) => windowOf(state.models));
  const model = useWorkspace((state) => state.models.choice.model);
  const [known, setKnown] = useState<DraftStanding & { readonly path?: string }>(nothingKnown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer depends on all of these
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function look() {
      const standings = await standingOfDraft(path, text, {
        signal,
        onProblems(problems) {
          if (!signal.aborted) setKnown((before) => ({ ...(before.path === path && before), path, problems }));
        },
      });
      if (standings && !signal.aborted) setKnown((before) => ({ ...before, path, standings }));
    }
    const soon = setTimeout(() => void look(), pause);
    return () => {
      clearTimeout(soon);
      leaving.abort();
    };
  }, [path, text, files, profileId, noSkills, window, model, standingOfDraft]);
  return known.path === path ? known : nothingKnown;
}
