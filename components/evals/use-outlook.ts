import { useEffect, useState } from "react";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { EvalsOutlook } from "#lib/workspace/evals/run-evals.ts";

/** What a run would send; `undefined` until it is looked at, and anew whenever harness, skills or model change. */
export function useOutlook(): EvalsOutlook | undefined {
  const { lookAhead } = useActions();
  const view = useWorkspace((state) => state.view);
  const models = useWorkspace((state) => state.models);
  const [seen, setSeen] = useState<{ readonly of: unknown; readonly outlook: EvalsOutlook }>();
  useEffect(() => {
    let isLeft = false;
    async function look() {
      const outlook = await lookAhead();
      if (!isLeft) setSeen({ of: view, outlook });
    }
    void models;
    void look();
    return () => {
      isLeft = true;
    };
  }, [lookAhead, view, models]);
  return seen?.of === view ? seen?.outlook : undefined;
}
