import { useEffect, useState } from "react";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Comparison } from "#lib/report/compare/comparison.ts";

export type Comparing =
  | { readonly kind: "running"; readonly done: number; readonly total: number }
  | { readonly kind: "done"; readonly comparison: Comparison };

/** The comparison as of when it is first asked for, and how far it is. Leaving cancels it. */
export function useComparison(): Comparing {
  const { compareHarnesses } = useActions();
  const [comparing, setComparing] = useState<Comparing>({ kind: "running", done: 0, total: 0 });
  useEffect(() => {
    const left = new AbortController();
    async function compare() {
      const comparison = await compareHarnesses({
        signal: left.signal,
        onProgress: (done, total) => setComparing({ kind: "running", done, total }),
      });
      if (comparison) setComparing({ kind: "done", comparison });
    }
    void compare();
    return () => left.abort();
  }, [compareHarnesses]);
  return comparing;
}
