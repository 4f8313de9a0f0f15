import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createModelBudget } from "./models-budget.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function budget() {
  return createModelBudget({ session: { calls: 2, tokens: 100 }, total: { calls: 3, tokens: 150 }, window: 60 });
}

test("a session gets its calls, and another session its own", async () => {
  const { enter } = budget();
  await enter("a", 0);
  await enter("a", 0);
  await expect(enter("a", 0)).rejects.toThrow("model-rate-limited");
  await enter("b", 0);
});

test("new session ids do not get around the total", async () => {
  const { enter } = budget();
  for (const session of ["a", "b", "c"]) await enter(session, 0);
  await expect(enter("d", 0)).rejects.toThrow("model-rate-limited");
});

test("nor do calls at the same moment", async () => {
  const { enter } = budget();
  const outcomes = await Promise.allSettled(["a", "b", "c", "d", "e"].map((session) => enter(session, 0)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

test("who is refused has used nothing", async () => {
  const { enter } = budget();
  await enter("a", 0);
  await enter("a", 0);
  for (let i = 0; i < 5; i++) await expect(enter("a", 1000)).rejects.toThrow("model-rate-limited");
  await enter("b", 0);
});

test("tokens count when a call begins, and are corrected when it ends", async () => {
  const { enter, spend } = budget();
  await enter("a", 60);
  await spend("a", -50);
  await enter("a", 0);
  const other = budget();
  await other.enter("a", 60);
  await other.spend("a", 40);
  await expect(other.enter("a", 0)).rejects.toThrow("model-rate-limited");
});

test("everything begins anew after the window", async () => {
  const { enter } = budget();
  await enter("a", 100);
  await expect(enter("a", 0)).rejects.toThrow("model-rate-limited");
  vi.advanceTimersByTime(60_000);
  await enter("a", 0);
});
