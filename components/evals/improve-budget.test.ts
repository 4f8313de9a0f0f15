import { expect, it } from "vitest";
import { estimate, limitOf, usualBudget } from "./improve-budget.ts";

const plan = { requests: 10, runs: 2, tokens: 500 };

it("the most that can come is said in calls, in tokens, and in dollars once a price is known", () => {
  const budget = { ...usualBudget, rounds: 2, mostTokens: 40_000 };
  expect(estimate(plan, budget)).toEqual({ calls: 62, tokens: 36_000 });
  expect(estimate(plan, { ...budget, perMillion: 3 }).dollars).toBeCloseTo(0.108);
});

it("of two limits the lower one holds, and one in dollars needs a price", () => {
  const budget = { ...usualBudget, mostTokens: 200_000 };
  expect(limitOf({ ...budget, mostDollars: 0.3 })).toBe(200_000);
  expect(limitOf({ ...budget, mostDollars: 0.3, perMillion: 3 })).toBe(100_000);
  expect(limitOf({ ...budget, mostDollars: 3, perMillion: 3 })).toBe(200_000);
});
