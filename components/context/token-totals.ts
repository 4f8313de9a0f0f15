import { useEffect, useMemo, useState } from "react";
import { usePromised } from "#components/ui/use-promised.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { inSlices } from "#lib/async/slices.ts";
import { isSampled, sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { countTokens } from "#lib/chat/tokens/token-counter.ts";
import { failureOrThrow } from "#lib/failure.ts";
import { memoText } from "#lib/memo.ts";
import type { ContextPart, PartKind } from "./context-parts.ts";

export type TokenTotals = Readonly<Record<PartKind, number>>;

/** The kinds of parts in the order of the bar. */
export const partKinds = [
  "system",
  "tools",
  "catalog",
  "skills",
  "resources",
  "rest",
] as const satisfies readonly PartKind[];

/** Cached: every step of an answer estimates all texts of the conversation again, and most are unchanged. */
const estimateOnce = memoText(400, sampleTokens);

type Totals = Record<PartKind, number>;

const noTokens: TokenTotals = { system: 0, tools: 0, catalog: 0, skills: 0, resources: 0, rest: 0 };

/** Estimates the tokens of each kind. A generator, to be run in slices: a conversation may have 20,000 messages. */
export function* estimateTotals(parts: readonly ContextPart[]): Generator<undefined, TokenTotals> {
  const totals = { ...noTokens };
  for (const part of parts) {
    addEstimate(totals, part);
    yield;
  }
  return totals;
}

/** Counts a text once as a whole, so that the parts add up to the request; its catalog's tokens are subtracted from the rest. */
function add(totals: Totals, { kind, text, catalog }: ContextPart, count: (text: string) => number): void {
  const whole = count(text);
  const told = catalog === undefined ? 0 : Math.min(whole, count(catalog));
  totals.catalog += told;
  totals[kind] += whole - told;
}

/**
 * Adds the estimate of a part. Where a text is too long to be counted whole, the samples of text and catalog err by
 * more than the few words around the catalog: these are counted by themselves.
 */
function addEstimate(totals: Totals, part: ContextPart): void {
  const { kind, text, catalog } = part;
  if (catalog !== undefined && isSampled(text)) {
    totals.catalog += estimateOnce(catalog);
    totals[kind] += estimateOnce(text.replace(catalog, ""));
  } else add(totals, part, estimateOnce);
}

/** The totals from the counts of `allTexts`. */
export function totalsFrom(parts: readonly ContextPart[], counts: ReadonlyMap<string, number>): TokenTotals {
  const totals = { ...noTokens };
  for (const part of parts) add(totals, part, (text) => counts.get(text) ?? 0);
  return totals;
}

/** Every text that has to be counted, without duplicates. */
export function allTexts(parts: readonly ContextPart[]): readonly string[] {
  return [...new Set(parts.flatMap(({ text, catalog }) => (catalog === undefined ? [text] : [text, catalog])))];
}

export function sumTotals(totals: TokenTotals): number {
  return partKinds.reduce((sum, kind) => sum + totals[kind], 0);
}

/** `950`, `2.1k`, `38k`, `1M`; the legend has the exact number. */
export function shortTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  const [size, unit] = tokens < 999_500 ? [tokens / 1000, "k"] : [tokens / 1_000_000, "M"];
  return `${Number(size.toFixed(size < 9.95 ? 1 : 0))}${unit}`;
}

export type CountState = "estimated" | "counting" | "exact" | "unavailable";

interface Counted {
  readonly parts: readonly ContextPart[];
  /** Tokens by text; `undefined` when the counter could not be loaded. */
  readonly counts: ReadonlyMap<string, number> | undefined;
}

/** Token totals of `parts`: estimated in slices, so a few tasks late; exact when asked for and no answer streams in. */
export function useTokenTotals(parts: readonly ContextPart[]) {
  const [wanted, setExact] = useState(false);
  const [counted, setCounted] = useState<Counted>();
  const isGrowing = useWorkspace((state) => state.conversation.status.kind === "streaming");
  const estimated = usePromised((signal) => inSlices(estimateTotals(parts), { signal }), [parts]) ?? noTokens;

  useEffect(() => {
    if (!wanted || isGrowing) return;
    const abort = new AbortController();
    async function count() {
      try {
        const texts = allTexts(parts);
        const counts = await countTokens(texts, { signal: abort.signal });
        setCounted({ parts, counts: new Map(texts.map((text, index) => [text, counts[index] ?? 0])) });
      } catch (caught) {
        if (failureOrThrow(caught).code !== "cancelled") setCounted({ parts, counts: undefined });
      }
    }
    void count();
    return () => abort.abort();
  }, [wanted, isGrowing, parts]);

  const current = wanted && counted?.parts === parts ? counted : undefined;
  const counts = current?.counts;
  const exact = useMemo(() => counts && totalsFrom(parts, counts), [parts, counts]);
  return { totals: exact ?? estimated, counts, count: countState(wanted, current), setExact };
}

function countState(wanted: boolean, current: Counted | undefined): CountState {
  if (!wanted) return "estimated";
  if (!current) return "counting";
  return current.counts ? "exact" : "unavailable";
}
