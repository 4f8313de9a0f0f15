/** What a person allows, before anything is sent. */
export interface Budget {
  /** Rewrites at most. */
  readonly rounds: number;
  readonly mostTokens: number;
  /** Dollars; holds where the price is known. */
  readonly mostDollars: number;
  /** Dollars for a million tokens, the dearer of in and out. Absent: nobody has said. */
  readonly perMillion?: number;
}

export const usualBudget: Budget = { rounds: 5, mostTokens: 300_000, mostDollars: 1 };

/** What one description takes to be asked about. */
export interface Plan {
  readonly requests: number;
  readonly runs: number;
  /** Estimated, of one request. */
  readonly tokens: number;
}

/** Tokens of one rewriting, about: the task, its instructions and the answer. */
const perRewrite = 3000;

/** The most that can come: every rewrite is made and asked about. */
export function estimate({ requests, runs, tokens }: Plan, { rounds, perMillion }: Budget) {
  const asked = requests * runs * (rounds + 1);
  const all = asked * tokens + rounds * perRewrite;
  return {
    calls: asked + rounds,
    tokens: all,
    ...(perMillion !== undefined && { dollars: (all * perMillion) / 1_000_000 }),
  };
}

/** The tokens after which nothing more is asked. */
export function limitOf({ mostTokens, mostDollars, perMillion }: Budget): number {
  return perMillion ? Math.min(mostTokens, Math.floor((mostDollars * 1_000_000) / perMillion)) : mostTokens;
}
