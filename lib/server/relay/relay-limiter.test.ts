import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failureOf } from "#lib/failure.ts";
import { createRelayLimiter, defaultLimits, type RelayLimits } from "./relay-limiter.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

function limiter(limits: Partial<RelayLimits>) {
  return createRelayLimiter({ ...defaultLimits, ...limits });
}

/** The failure of a refusal; `undefined` when the request may go. */
async function refusal(entering: Promise<unknown>): Promise<unknown> {
  return entering.then(() => undefined, failureOf);
}

test("a host's count is used up, says when to come back, and begins anew", async () => {
  const limits = limiter({ host: { points: 2, duration: 60 } });
  await limits.enter("a.example");
  vi.advanceTimersByTime(20_000);
  await limits.enter("a.example");
  expect(await refusal(limits.enter("a.example"))).toEqual({
    code: "rate-limited",
    host: "a.example",
    retryAt: "2026-03-01T12:01:00.000Z",
  });
  expect(await refusal(limits.enter("b.example"))).toBeUndefined();
  vi.advanceTimersByTime(40_000);
  expect(await refusal(limits.enter("a.example"))).toBeUndefined();
});

test("a session that asks too much leaves the others alone", async () => {
  const limits = limiter({ session: { points: 1, duration: 60 } });
  await limits.admit("a.example", "first-session");
  expect(await refusal(limits.admit("b.example", "first-session"))).toMatchObject({
    code: "rate-limited",
    host: "b.example",
  });
  expect(await refusal(limits.admit("a.example", "other-session"))).toBeUndefined();
});

test("pages without a session have one together", async () => {
  const limits = limiter({ session: { points: 1, duration: 60 } });
  await limits.admit("a.example", undefined);
  expect(await refusal(limits.admit("a.example", undefined))).toMatchObject({ code: "rate-limited" });
});

test("a place is given back once", async () => {
  const limits = limiter({ openPerHost: 2 });
  const leave = await limits.enter("a.example");
  await limits.enter("a.example");
  expect(await refusal(limits.enter("a.example"))).toMatchObject({ retryAt: "2026-03-01T12:00:05.000Z" });
  leave();
  leave();
  expect(await refusal(limits.enter("a.example"))).toBeUndefined();
  expect(await refusal(limits.enter("a.example"))).toMatchObject({ code: "rate-limited" });
});

test("places are taken before anything is waited for", async () => {
  const limits = limiter({ openPerHost: 2 });
  const entering = Array.from({ length: 3 }, () => refusal(limits.enter("a.example")));
  const refused = (await Promise.all(entering)).filter(Boolean);
  expect(refused).toHaveLength(1);
});

test("who is refused takes no place", async () => {
  const limits = limiter({ host: { points: 1, duration: 60 }, openPerHost: 1 });
  (await limits.enter("a.example"))();
  expect(await refusal(limits.enter("a.example"))).toMatchObject({ retryAt: "2026-03-01T12:01:00.000Z" });
  vi.advanceTimersByTime(60_000);
  expect(await refusal(limits.enter("a.example"))).toBeUndefined();
});
