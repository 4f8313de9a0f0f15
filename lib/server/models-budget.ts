import { FailureError } from "#lib/failure.ts";

export interface BudgetLimits {
  /** Model calls, and tokens in and out, that one page gets in a window. */
  readonly session: { readonly calls: number; readonly tokens: number };
  /** The same for all pages together: session ids come from the page, so only this holds against ill will. */
  readonly total: { readonly calls: number; readonly tokens: number };
  /** Milliseconds until the counts start anew. */
  readonly window: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Sized for a workshop of thirty who each try a dozen prompts of several steps an hour. */
export const defaultBudget: BudgetLimits = {
  session: { calls: 150, tokens: 1_500_000 },
  total: { calls: 3000, tokens: 20_000_000 },
  window: 60 * 60 * 1000,
  now: Date.now,
};

export interface ModelBudget {
  /**
   * Counts one call and about how many tokens its prompt takes: a page that leaves early has used them too.
   * @throws FailureError `model-rate-limited` when the session or all together have used theirs up.
   */
  enter(session: string, tokens: number): void;
  /** Corrects the count once the provider has said what a call took. */
  spend(session: string, tokens: number): void;
}

interface Count {
  calls: number;
  tokens: number;
}

/** The budget of this process, in memory: it forgets at the end of each window, and when the server restarts. */
export function createModelBudget(limits: BudgetLimits = defaultBudget): ModelBudget {
  let total: Count = { calls: 0, tokens: 0 };
  let sessions = new Map<string, Count>();
  let ends = 0;

  function countOf(session: string): Count {
    if (limits.now() >= ends) {
      total = { calls: 0, tokens: 0 };
      sessions = new Map();
      ends = limits.now() + limits.window;
    }
    const count = sessions.get(session) ?? { calls: 0, tokens: 0 };
    sessions.set(session, count);
    return count;
  }

  return {
    enter(session, tokens) {
      const count = countOf(session);
      if (isUsedUp(count, limits.session) || isUsedUp(total, limits.total)) {
        throw new FailureError({ code: "model-rate-limited", provider: "this server" });
      }
      for (const used of [count, total]) {
        used.calls++;
        used.tokens += tokens;
      }
    },
    spend(session, tokens) {
      countOf(session).tokens += tokens;
      total.tokens += tokens;
    },
  };
}

function isUsedUp(count: Count, limit: Count): boolean {
  return count.calls >= limit.calls || count.tokens >= limit.tokens;
}
