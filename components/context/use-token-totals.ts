import { useEffect, useState } from "react";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { inSlices } from "#lib/async/slices.ts";
import { countTokens } from "#lib/chat/token-counter.ts";
import { failureOf } from "#lib/failure.ts";
import type { ContextParts } from "./context-parts.ts";
import { allTexts, estimateTotals, noTokens, type TokenTotals, totalsFrom } from "./token-totals.ts";

export type CountState = "estimated" | "counting" | "exact" | "unavailable";

interface Counted {
  readonly parts: ContextParts;
  /** `undefined` when the counter could not be loaded. */
  readonly totals: TokenTotals | undefined;
}

/** Token totals of `parts`: estimated in slices, a task or two behind them, exact when asked for and once the answer stands still. */
export function useTokenTotals(parts: ContextParts) {
  const [wanted, setExact] = useState(false);
  const [counted, setCounted] = useState<Counted>();
  const isGrowing = useWorkspace((state) => state.conversation.status.kind === "streaming");
  const [estimated, setEstimated] = useState<TokenTotals>(noTokens);

  useEffect(() => {
    const abort = new AbortController();
    async function estimate() {
      try {
        setEstimated(await inSlices(estimateTotals(parts), { signal: abort.signal }));
      } catch (caught) {
        if (failureOf(caught)?.code !== "cancelled") throw caught;
      }
    }
    void estimate();
    return () => abort.abort();
  }, [parts]);

  useEffect(() => {
    if (!wanted || isGrowing) return;
    const abort = new AbortController();
    async function count() {
      try {
        const counts = await countTokens(allTexts(parts), { signal: abort.signal });
        setCounted({ parts, totals: totalsFrom(parts, counts) });
      } catch (caught) {
        const failure = failureOf(caught);
        if (!failure) throw caught;
        if (failure.code !== "cancelled") setCounted({ parts, totals: undefined });
      }
    }
    void count();
    return () => abort.abort();
  }, [wanted, isGrowing, parts]);

  const current = wanted && counted?.parts === parts ? counted : undefined;
  return { totals: current?.totals ?? estimated, count: countState(wanted, current), setExact };
}

function countState(wanted: boolean, current: Counted | undefined): CountState {
  if (!wanted) return "estimated";
  if (!current) return "counting";
  return current.totals ? "exact" : "unavailable";
}
