import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { FailureError } from "#lib/failure.ts";
import { countInMemory } from "#lib/server/store/counts.ts";

export interface BudgetLimits {
  /** Model calls, and tokens in and out, that one page gets in a window. */
  readonly session: { readonly calls: number; readonly tokens: number };
  /** The same for all pages together: session ids come from the page, so only this holds against ill will. */
  readonly total: { readonly calls: number; readonly tokens: number };
  /** Seconds, from the first call, until a count starts anew. */
  readonly window: number;
}

/** Sized for a workshop of thirty who each try a dozen prompts of several steps an hour. */
export const defaultBudget: BudgetLimits = {
  session: { calls: 150, tokens: 1_500_000 },
  total: { calls: 3000, tokens: 20_000_000 },
  window: 60 * 60,
};

export interface ModelBudget {
  /**
   * Counts one call and about how many tokens its prompt takes: a page that leaves early has used them too.
   * @throws FailureError `model-rate-limited` when the session or all together have used theirs up.
   */
  enter(session: string, tokens: number): Promise<void>;
  /** Corrects the count once the provider has said what a call took. */
  spend(session: string, tokens: number): Promise<void>;
}

/** One count, and which of its keys. */
type Count = readonly [counter: RateLimiterAbstract, key: string];

/** Counted by what `countRate` makes. */
export function createModelBudget(limits: BudgetLimits = defaultBudget, countRate = countInMemory): ModelBudget {
  const counter = (name: string, points: number) => countRate(`models-${name}`, { points, duration: limits.window });
  const sessionCalls = counter("session-calls", limits.session.calls);
  const sessionTokens = counter("session-tokens", limits.session.tokens);
  const totalCalls = counter("total-calls", limits.total.calls);
  const totalTokens = counter("total-tokens", limits.total.tokens);
  const callsOf = (session: string): Count[] => [
    [sessionCalls, session],
    [totalCalls, "all"],
  ];
  const tokensOf = (session: string): Count[] => [
    [sessionTokens, session],
    [totalTokens, "all"],
  ];

  return {
    async enter(session, tokens) {
      const additions = [
        ...callsOf(session).map((count) => [count, 1] as const),
        ...tokensOf(session).map((count) => [count, tokens] as const),
      ];
      const isLeft = await Promise.all(additions.map(([count, amount]) => add(count, amount)));
      if (isLeft.every(Boolean)) return;
      await Promise.all(additions.map(([count, amount]) => add(count, -amount)));
      throw new FailureError({ code: "model-rate-limited", provider: "this server" });
    },
    async spend(session, tokens) {
      await Promise.all(tokensOf(session).map((count) => add(count, tokens)));
    },
  };
}

/** Counts first and looks then, as others do so meanwhile: whether anything had been left before. */
async function add([counter, key]: Count, amount: number): Promise<boolean> {
  const { consumedPoints } = await counter.penalty(key, amount);
  return consumedPoints - amount < counter.points;
}
