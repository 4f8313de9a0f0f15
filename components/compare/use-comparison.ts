import { useEffect, useState } from "react";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import { wayOf } from "#lib/stage/ways.ts";

export type Comparing =
  | { readonly kind: "running"; readonly done: number; readonly total: number }
  | { readonly kind: "done"; readonly comparison: Comparison };

/**
 * The comparison of the files as of the first call, with its progress. When skills are counted the other way it is made again, and the
 * first result stays until then. Unmounting cancels it.
 */
export function useComparison(): Comparing {
  const { compareHarnesses } = useActions();
  const way = useWorkspace(({ mounts }) => wayOf(mounts));
  const [comparing, setComparing] = useState<Comparing>({ kind: "running", done: 0, total: 0 });
  useEffect(() => {
    const left = new AbortController();
    async function compare() {
      const comparison = await compareHarnesses({
        signal: left.signal,
        onProgress: (done, total) =>
          setComparing((before) => (before.kind === "done" ? before : { kind: "running", done, total })),
      });
      // A comparison of the old way of counting may finish late.
      if (comparison?.way === way) setComparing({ kind: "done", comparison });
    }
    void compare();
    return () => left.abort();
  }, [compareHarnesses, way]);
  return comparing;
}
