import { expect, test } from "vitest";
import { failureOf } from "#lib/failure.ts";
import { createMemoryLimiter, type LimiterOptions } from "./relay-limiter.ts";

let now = 0;
const wide = { burst: 1000, perSecond: 1000 };

function limiter(options: Partial<LimiterOptions>) {
  return createMemoryLimiter({ host: wide, session: wide, open: 1000, openPerHost: 1000, now: () => now, ...options });
}

function failure(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return failureOf(error);
  }
  return undefined;
}

test("a host's bucket empties, says when to come back, and fills again", () => {
  now = Date.parse("2026-03-01T12:00:00Z");
  const limits = limiter({ host: { burst: 2, perSecond: 0.5 } });
  limits.enter("a.example", undefined);
  limits.enter("a.example", undefined);
  expect(failure(() => limits.enter("a.example", undefined))).toEqual({
    code: "rate-limited",
    host: "a.example",
    retryAt: "2026-03-01T12:00:02.000Z",
  });
  expect(failure(() => limits.enter("b.example", undefined))).toBeUndefined();
  now += 2000;
  expect(failure(() => limits.enter("a.example", undefined))).toBeUndefined();
});

test("a session that asks too much leaves the others alone", () => {
  const limits = limiter({ session: { burst: 1, perSecond: 1 } });
  limits.enter("a.example", "first-session");
  expect(failure(() => limits.enter("b.example", "first-session"))).toMatchObject({ code: "rate-limited" });
  expect(failure(() => limits.enter("a.example", "other-session"))).toBeUndefined();
});

test("a place is given back once", () => {
  const limits = limiter({ openPerHost: 2 });
  const leave = limits.enter("a.example", undefined);
  limits.enter("a.example", undefined);
  expect(failure(() => limits.enter("a.example", undefined))).toMatchObject({ code: "rate-limited" });
  leave();
  leave();
  expect(failure(() => limits.enter("a.example", undefined))).toBeUndefined();
  expect(failure(() => limits.enter("a.example", undefined))).toMatchObject({ code: "rate-limited" });
});
