/** The limits a person sets before anything is sent. */
export interface Budget {
  /** Most rewrites. */
  readonly rounds: number;
  readonly mostTokens: number;
  /** Most dollars; applies where the price is known. */
  readonly mostDollars: number;
  /** Dollars per million tokens, the higher of input and output. Absent: unknown. */
  readonly perMillion?: number;
}

export const usualBudget: Budget = { rounds: 5, mostTokens: 300_000, mostDollars: 1 };

/** What measuring one description takes. */
export interface Plan {
  readonly requests: number;
  readonly runs: number;
  /** Estimated tokens of one request. */
  readonly tokens: number;
}

/** Estimated tokens of one rewrite: the task, its instructions and the answer. */
const perRewrite = 3000;

/** The upper bound: every rewrite is made and measured. */
export function estimate({ requests, runs, tokens }: Plan, { rounds, perMillion }: Budget) {
  const asked = requests * runs * (rounds + 1);
  const all = asked * tokens + rounds * perRewrite;
  return {
    calls: asked + rounds,
    tokens: all,
    ...(perMillion !== undefined && { dollars: (all * perMillion) / 1_000_000 }),
  };
}

/** The number of tokens after which nothing more is sent. */
export function limitOf({ mostTokens, mostDollars, perMillion }: Budget): number {
  return perMillion ? Math.min(mostTokens, Math.floor((mostDollars * 1_000_000) / perMillion)) : mostTokens;
}
