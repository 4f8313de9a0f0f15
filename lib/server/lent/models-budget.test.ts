import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type CountRate, countInMemory } from "#lib/server/store/counts.ts";
import { type BudgetLimits, budgetLimits, createModelBudget } from "./models-budget.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits: BudgetLimits = {
  session: { calls: 2, tokens: 100 },
  network: { calls: 3, tokens: 150 },
  total: { calls: 5, tokens: 250 },
  window: 60,
};

/** A session such as `a`, from an address of its own unless the name gives one: `a@school`. */
function asker(name: string) {
  const [session = "", network = name] = name.split("@");
  return { session, network };
}

function budget(countRate?: CountRate) {
  const { enter, spend } = createModelBudget(limits, countRate);
  return {
    enter: (name: string, tokens: number) => enter(asker(name), tokens),
    spend: (name: string, tokens: number) => spend(asker(name), tokens),
  };
}

const limited = "model-rate-limited";

test("a session gets its calls, and another session its own", async () => {
  const { enter } = budget();
  await enter("a", 0);
  await enter("a", 0);
  await expect(enter("a", 0)).rejects.toThrow(limited);
  await enter("b", 0);
});

test("who is refused learns when to ask again", async () => {
  const { enter } = budget();
  await enter("a", 0);
  vi.advanceTimersByTime(20_000);
  await enter("a", 0);
  await expect(enter("a", 0)).rejects.toMatchObject({ failure: { code: "model-rate-limited", retryAfter: 40 } });
});

test("new session ids do not get around what an address has, and leave the rest to others", async () => {
  const { enter } = budget();
  for (const session of ["a", "b", "c"]) await enter(`${session}@one`, 0);
  await expect(enter("d@one", 0)).rejects.toThrow(limited);
  await enter("e@two", 0);
  const spent = budget();
  await spent.enter("a@one", 150);
  await expect(spent.enter("b@one", 0)).rejects.toThrow(limited);
  await spent.enter("c@two", 0);
});

test("nor do new addresses get around the total", async () => {
  const { enter } = budget();
  for (const session of ["a", "b", "c", "d", "e"]) await enter(session, 0);
  await expect(enter("f", 0)).rejects.toThrow(limited);
});

test("nor do calls at the same moment", async () => {
  const { enter } = budget();
  const outcomes = await Promise.allSettled([..."abcdefgh"].map((session) => enter(session, 0)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
});

test("who is refused has used nothing, and nothing is kept of the call", async () => {
  const keys = new Set<string | number>();
  const { enter } = budget((name, rate) => {
    const counter = countInMemory(name, rate);
    const { penalty } = counter;
    counter.penalty = (key, points) => {
      keys.add(key);
      return penalty.call(counter, key, points);
    };
    return counter;
  });
  await enter("a@one", 0);
  await enter("a@one", 0);
  for (let i = 0; i < 5; i++) await expect(enter("a@one", 1000)).rejects.toThrow(limited);
  await enter("b@one", 0);
  for (let i = 0; i < 5; i++) await expect(enter(`invented-${i}@one`, 1000)).rejects.toThrow(limited);
  await enter("c@two", 0);
  await enter("d@two", 0);
  expect([...keys].sort()).toEqual(["a", "all", "b", "c", "d", "one", "two"]);
});

test("tokens count when a call begins, and are corrected when it ends", async () => {
  const { enter, spend } = budget();
  await enter("a", 60);
  await spend("a", -50);
  await enter("a", 0);
  const other = budget();
  await other.enter("a", 60);
  await other.spend("a", 40);
  await expect(other.enter("a", 0)).rejects.toThrow(limited);
});

test("what is given back after the window is no credit in the next", async () => {
  const { enter, spend } = budget();
  await enter("a", 100);
  vi.advanceTimersByTime(60_000);
  await spend("a", -90);
  await enter("a", 100);
  await expect(enter("a", 0)).rejects.toThrow(limited);
});

test("everything begins anew after the window", async () => {
  const { enter } = budget();
  await enter("a", 100);
  await expect(enter("a", 0)).rejects.toThrow(limited);
  vi.advanceTimersByTime(60_000);
  await enter("a", 0);
});

describe("the limits of an environment", () => {
  test("give one address half, which is enough for a class of forty", () => {
    const { network, total } = budgetLimits({});
    expect([network.calls / total.calls, network.tokens / total.tokens]).toEqual([0.5, 0.5]);
    // A dozen prompts each, of three steps at 6,000 tokens.
    expect(network.calls).toBeGreaterThanOrEqual(40 * 12 * 3);
    expect(network.tokens).toBeGreaterThanOrEqual(40 * 12 * 3 * 6000);
  });

  test("are the operator's, and nobody gets more than all", () => {
    const environment = { MODEL_CALLS_PER_HOUR: "100", MODEL_TOKENS_PER_HOUR: "1000", MODEL_ADDRESS_SHARE: "20" };
    expect(budgetLimits(environment)).toEqual({
      session: { calls: 20, tokens: 200 },
      network: { calls: 20, tokens: 200 },
      total: { calls: 100, tokens: 1000 },
      window: 3600,
    });
  });

  test.each([
    ["MODEL_CALLS_PER_HOUR", "0"],
    ["MODEL_TOKENS_PER_HOUR", "1e6"],
    ["MODEL_ADDRESS_SHARE", "50%"],
  ])("refuse %s=%s by its name", (name, value) => {
    expect(() => budgetLimits({ [name]: value })).toThrow(new RegExp(`^${name}: `));
  });
});
