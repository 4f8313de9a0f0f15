import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { FailureError } from "#lib/failure.ts";
import { meters } from "#lib/server/meters.ts";
import { countInMemory } from "#lib/server/store/counts.ts";
import { sharedStore } from "#lib/server/store/shared-store.ts";
import type { Environment } from "./models.ts";

/** Model calls, and tokens in and out. */
export interface Allowance {
  readonly calls: number;
  readonly tokens: number;
}

export interface BudgetLimits {
  /** What one page gets in a window. */
  readonly session: Allowance;
  /** All pages of one network address: session ids come from the page, and cost nothing to invent. */
  readonly network: Allowance;
  /** All pages together: this holds against ill will from many addresses. */
  readonly total: Allowance;
  /** Seconds, from the first call, until a count starts anew. */
  readonly window: number;
}

/** A page, and the network address it asks from (`networkOf`). */
export interface Asker {
  readonly session: string;
  readonly network: string;
}

const hour = 60 * 60;

/**
 * Sized for a workshop of forty behind one address who each try a dozen prompts of several steps an hour: half of what
 * there is, so that one address leaves the other half to others. The operator's variables change the total and the share.
 * @throws Error, one sentence about the variable, for a value that is no whole number above 0.
 */
export function budgetLimits(environment: Environment): BudgetLimits {
  const total = {
    calls: positive("MODEL_CALLS_PER_HOUR", environment) ?? 3000,
    tokens: positive("MODEL_TOKENS_PER_HOUR", environment) ?? 20_000_000,
  };
  const share = Math.min(100, positive("MODEL_ADDRESS_SHARE", environment) ?? 50) / 100;
  const network = { calls: Math.ceil(total.calls * share), tokens: Math.ceil(total.tokens * share) };
  const session = { calls: Math.min(150, network.calls), tokens: Math.min(1_500_000, network.tokens) };
  return { session, network, total, window: hour };
}

function positive(name: string, environment: Environment): number | undefined {
  const text = environment[name];
  if (!text) return undefined;
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text);
  throw new Error(`${name}: ${JSON.stringify(text)} is not a whole number above 0.`);
}

export interface ModelBudget {
  /**
   * Counts one call and about how many tokens its prompt takes: a page that leaves early has used them too. A call that
   * is refused counts nothing.
   * @throws FailureError `model-rate-limited` when page, network or all together have used theirs up, with when that ends
   */
  enter(asker: Asker, tokens: number): Promise<void>;
  /** Corrects the count once it is known what a call took. */
  spend(asker: Asker, tokens: number): Promise<void>;
}

/** One count, which of its keys, and by how much it grows. */
interface Addition {
  readonly counter: RateLimiterAbstract;
  readonly key: string;
  readonly amount: number;
  /** Its name in the metrics, if it is everybody's. */
  readonly shared?: string;
}

/** Counted by what `countRate` makes. */
export function createModelBudget(limits: BudgetLimits = budgetLimits({}), countRate = countInMemory): ModelBudget {
  const counters = (level: "session" | "network" | "total") => {
    const counter = (what: keyof Allowance) =>
      countRate(`models-${level}-${what}`, { points: limits[level][what], duration: limits.window });
    return { calls: counter("calls"), tokens: counter("tokens") };
  };
  const session = counters("session");
  const network = counters("network");
  const total = counters("total");
  const additions = (what: keyof Allowance, asker: Asker, amount: number): Addition[] => [
    { counter: session[what], key: asker.session, amount },
    { counter: network[what], key: asker.network, amount },
    { counter: total[what], key: "all", amount, shared: `model-${what}` },
  ];
  return {
    async enter(asker, tokens) {
      const all = [...additions("calls", asker, 1), ...additions("tokens", asker, tokens)];
      // Looked at first, so that refusals leave nothing behind; and again after counting, as others do so meanwhile.
      if (!(await every(all, isLeft))) throw await refusal(all);
      if (await every(all, add)) return;
      await every(all, takeBack);
      throw await refusal(all);
    },
    async spend(asker, tokens) {
      await every(additions("tokens", asker, tokens), add);
    },
  };
}

async function every(all: readonly Addition[], step: (addition: Addition) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(all.map(step))).every(Boolean);
}

async function isLeft({ counter, key }: Addition): Promise<boolean> {
  return ((await counter.get(key))?.consumedPoints ?? 0) < counter.points;
}

/** @returns whether anything had been left before */
async function add({ counter, key, amount, shared }: Addition): Promise<boolean> {
  const { consumedPoints } = await counter.penalty(key, amount);
  if (shared) meters().budgetUsed(shared, consumedPoints / counter.points);
  return consumedPoints - amount < counter.points;
}

function takeBack(addition: Addition): Promise<boolean> {
  return add({ ...addition, amount: -addition.amount });
}

/** A page waits as long as the count that is used up and begins anew last. */
async function refusal(all: readonly Addition[]): Promise<FailureError> {
  const waits = await Promise.all(
    all.map(async (addition) => ((await isLeft(addition)) ? 0 : await secondsUntilAnew(addition))),
  );
  return new FailureError({
    code: "model-rate-limited",
    provider: "this server",
    retryAfter: Math.max(1, ...waits),
  });
}

async function secondsUntilAnew({ counter, key }: Addition): Promise<number> {
  return Math.ceil(((await counter.get(key))?.msBeforeNext ?? 0) / 1000);
}

let budget: ModelBudget | undefined;

/**
 * One per process, or for all processes of the site where they have a store in common.
 * @throws Error for variables that mean nothing, at every call.
 */
export async function modelBudget(): Promise<ModelBudget> {
  const { countRate } = await sharedStore(process.env.REDIS_URL);
  budget ??= createModelBudget(budgetLimits(process.env), countRate);
  return budget;
}
