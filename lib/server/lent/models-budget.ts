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
  /** The allowance of one page per window. */
  readonly session: Allowance;
  /** The allowance of all pages of one network address: session ids come from the page, and cost nothing to invent. */
  readonly network: Allowance;
  /** The allowance of all pages together, against attacks from many addresses. */
  readonly total: Allowance;
  /** Seconds, from the first call, until a count starts anew. */
  readonly window: number;
}

/** A page, and the network address of its requests (`networkOf`). */
export interface Asker {
  readonly session: string;
  readonly network: string;
}

const hour = 60 * 60;

/**
 * Sized for a workshop of forty people behind one address who each try a dozen prompts of several steps an hour: half
 * of the total, so that one address leaves the other half to others. The operator's variables change the total and the
 * share.
 * @throws Error, one sentence about the variable, for a value that is not a whole number above 0.
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
   * Counts one call and its estimated prompt tokens, which a page has used even if it leaves early. A refused call is
   * not counted.
   * @throws FailureError `model-rate-limited` when the page, the network or all together have used up their allowance,
   * with the time at which that ends
   */
  enter(asker: Asker, tokens: number): Promise<void>;
  /** Corrects the count once the real usage of a call is known. */
  spend(asker: Asker, tokens: number): Promise<void>;
}

/** An increment: the counter, its key and the amount. */
interface Addition {
  readonly counter: RateLimiterAbstract;
  readonly key: string;
  readonly amount: number;
  /** The name in the metrics of a count that everybody shares. */
  readonly shared?: string;
}

/** A budget on the counters that `countRate` creates. */
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
      // Checked before counting, so that refusals leave no trace; and again afterwards, since others count meanwhile.
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

/** @returns whether anything was left before */
async function add({ counter, key, amount, shared }: Addition): Promise<boolean> {
  const { consumedPoints } = await counter.penalty(key, amount);
  if (shared) meters().budgetUsed(shared, consumedPoints / counter.points);
  return consumedPoints - amount < counter.points;
}

function takeBack(addition: Addition): Promise<boolean> {
  return add({ ...addition, amount: -addition.amount });
}

/** The wait lasts until the last of the used-up counts starts anew. */
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
 * One budget per process, or for all processes of the site where they share a store.
 * @throws Error for invalid variables, at every call.
 */
export async function modelBudget(): Promise<ModelBudget> {
  const { countRate } = await sharedStore(process.env.REDIS_URL);
  budget ??= createModelBudget(budgetLimits(process.env), countRate);
  return budget;
}
