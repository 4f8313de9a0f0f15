import { useEffect, useState } from "react";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { inSlices } from "#lib/async/slices.ts";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { countTokens } from "#lib/chat/tokens/token-counter.ts";
import { failureOf } from "#lib/failure.ts";
import { formatCount } from "#lib/format-count.ts";
import type { ContextParts, PartKind } from "./context-parts.ts";

export type TokenTotals = Readonly<Record<PartKind, number>>;

/** The parts of a context in the order in which the bar shows them. */
export const partKinds = ["system", "catalog", "skills", "resources", "rest"] as const satisfies readonly PartKind[];

// Every step of an answer estimates all texts of the conversation again; most are unchanged.
const known = new Map<string, number>();
const knownLimit = 400;

function estimateOnce(text: string): number {
  const before = known.get(text);
  if (before !== undefined) return before;
  const tokens = sampleTokens(text);
  if (known.size >= knownLimit) known.clear();
  known.set(text, tokens);
  return tokens;
}

/** About how many tokens each part of the context is. To be run in slices: a conversation may have 20,000 messages. */
export function* estimateTotals(parts: ContextParts): Generator<undefined, TokenTotals> {
  const totals = { ...noTokens };
  for (const kind of partKinds) {
    for (const text of parts[kind]) {
      totals[kind] += estimateOnce(text);
      yield;
    }
  }
  return totals;
}

const noTokens: TokenTotals = { system: 0, catalog: 0, skills: 0, resources: 0, rest: 0 };

/** The totals of counts that stand in the order of `allTexts`. */
export function totalsFrom(parts: ContextParts, counts: readonly number[]): TokenTotals {
  let at = 0;
  return totalsOf(parts, () => counts[at++] ?? 0);
}

export function allTexts(parts: ContextParts): readonly string[] {
  return partKinds.flatMap((kind) => parts[kind]);
}

export function sumTotals(totals: TokenTotals): number {
  return partKinds.reduce((sum, kind) => sum + totals[kind], 0);
}

function totalsOf(parts: ContextParts, count: (text: string) => number): TokenTotals {
  const totals = { ...noTokens };
  for (const kind of partKinds) for (const text of parts[kind]) totals[kind] += count(text);
  return totals;
}

/** `950`, `2.1k`, `38k`; the legend has the exact number. */
export function shortTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  const thousands = tokens / 1000;
  return `${thousands < 10 ? thousands.toFixed(1) : formatCount(Math.round(thousands))}k`;
}

export type CountState = "estimated" | "counting" | "exact" | "unavailable";

interface Counted {
  readonly parts: ContextParts;
  /** `undefined` when the counter could not be loaded. */
  readonly totals: TokenTotals | undefined;
}

/** Token totals of `parts`: estimated in slices, so some tasks late; exact when asked for and no answer streams in. */
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
