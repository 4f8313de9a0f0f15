import { expect, test } from "vitest";
import { createModelBudget } from "./models-budget.ts";

function budget() {
  let time = 0;
  const limits = {
    session: { calls: 2, tokens: 100 },
    total: { calls: 3, tokens: 150 },
    window: 1000,
    now: () => time,
  };
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { ...createModelBudget(limits), pass };
}

test("a session gets its calls, and another session its own", () => {
  const { enter } = budget();
  enter("a", 0);
  enter("a", 0);
  expect(() => enter("a", 0)).toThrow("model-rate-limited");
  enter("b", 0);
});

test("new session ids do not get around the total", () => {
  const { enter } = budget();
  for (const session of ["a", "b", "c"]) enter(session, 0);
  expect(() => enter("d", 0)).toThrow("model-rate-limited");
});

test("tokens count when a call begins, and are corrected when it ends", () => {
  const { enter, spend } = budget();
  enter("a", 60);
  spend("a", -50);
  enter("a", 0);
  const other = budget();
  other.enter("a", 60);
  other.spend("a", 40);
  expect(() => other.enter("a", 0)).toThrow("model-rate-limited");
});

test("everything begins anew after the window", () => {
  const { enter, pass } = budget();
  enter("a", 100);
  expect(() => enter("a", 0)).toThrow();
  pass(1000);
  enter("a", 0);
});
