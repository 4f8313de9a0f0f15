import { sampleTokens } from "#lib/chat/estimate-tokens.ts";
import type { ContextParts, PartKind } from "./context-parts.ts";

export type TokenTotals = Readonly<Record<PartKind, number>>;

/** In the order they stand in the bar: what is there first comes first. */
export const partKinds = ["system", "catalog", "skills", "resources", "rest"] as const satisfies readonly PartKind[];

// Each step of an answer asks for every text of the conversation again.
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

export const noTokens: TokenTotals = { system: 0, catalog: 0, skills: 0, resources: 0, rest: 0 };

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

/** `950`, `2.1k`, `38k`: for a glance; the exact number stands in the legend. */
export function shortTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  const thousands = tokens / 1000;
  return `${thousands < 10 ? thousands.toFixed(1) : Math.round(thousands)}k`;
}
