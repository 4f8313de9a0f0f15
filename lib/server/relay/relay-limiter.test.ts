import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { failureOf } from "#lib/failure.ts";
import { type CountRate, countInMemory } from "#lib/server/store/counts.ts";
import { createRelayLimiter, defaultLimits, type RelayLimits, type Visitor } from "./relay-limiter.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

function limiter(limits: Partial<RelayLimits>) {
  return createRelayLimiter({ ...defaultLimits, ...limits });
}

const nothing = { onLost: () => undefined };

/** A visitor of a network, with a session where the name has one: `network session`. */
function visitor(name: string): Visitor {
  const [network = "", session] = name.split(" ");
  return { network, session, party: [network, network, session ?? "none"] };
}

/** The failure of a refused request; `undefined` when the request may go. */
async function refusal(entering: Promise<unknown>): Promise<unknown> {
  return entering.then(() => undefined, failureOf);
}

test("a host's count is used up, says when to come back, and begins anew", async () => {
  const limits = limiter({ host: { points: 2, duration: 60 } });
  await limits.enter("a.example", visitor("network"), nothing);
  vi.advanceTimersByTime(20_000);
  await limits.enter("a.example", visitor("network"), nothing);
  expect(await refusal(limits.enter("a.example", visitor("network"), nothing))).toEqual({
    code: "rate-limited",
    host: "a.example",
    retryAt: "2026-03-01T12:01:00.000Z",
  });
  expect(await refusal(limits.enter("b.example", visitor("network"), nothing))).toBeUndefined();
  vi.advanceTimersByTime(40_000);
  expect(await refusal(limits.enter("a.example", visitor("network"), nothing))).toBeUndefined();
});

test("a session that asks too much leaves the others alone", async () => {
  const limits = limiter({ session: { points: 1, duration: 60 } });
  await limits.count("a.example", visitor("network first-session"));
  expect(await refusal(limits.count("b.example", visitor("network first-session")))).toMatchObject({
    code: "rate-limited",
    host: "b.example",
  });
  expect(await refusal(limits.count("a.example", visitor("network other-session")))).toBeUndefined();
});

test("pages without a session have one together", async () => {
  const limits = limiter({ session: { points: 1, duration: 60 } });
  await limits.count("a.example", visitor("network"));
  expect(await refusal(limits.count("a.example", visitor("network")))).toMatchObject({
    code: "rate-limited",
  });
});

test("a place is given back once", async () => {
  const limits = limiter({ openPerHost: 2 });
  const leave = await limits.enter("a.example", visitor("network"), nothing);
  await limits.enter("a.example", visitor("network"), nothing);
  expect(await refusal(limits.enter("a.example", visitor("network"), nothing))).toMatchObject({
    retryAt: "2026-03-01T12:00:05.000Z",
  });
  leave();
  leave();
  expect(await refusal(limits.enter("a.example", visitor("network"), nothing))).toBeUndefined();
  expect(await refusal(limits.enter("a.example", visitor("network"), nothing))).toMatchObject({ code: "rate-limited" });
});

test("places are taken before anything is waited for", async () => {
  const limits = limiter({ openPerHost: 2 });
  const entering = Array.from({ length: 3 }, () => refusal(limits.enter("a.example", visitor("network"), nothing)));
  const refused = (await Promise.all(entering)).filter(Boolean);
  expect(refused).toHaveLength(1);
});

test("who is refused takes no place", async () => {
  const limits = limiter({ host: { points: 1, duration: 60 }, openPerHost: 1 });
  (await limits.enter("a.example", visitor("network"), nothing))();
  expect(await refusal(limits.enter("a.example", visitor("network"), nothing))).toMatchObject({
    retryAt: "2026-03-01T12:01:00.000Z",
  });
  vi.advanceTimersByTime(60_000);
  expect(await refusal(limits.enter("a.example", visitor("network"), nothing))).toBeUndefined();
});

describe("one network", () => {
  const sessions = (count: number) => Array.from({ length: count }, (_, index) => `session-${index}`);

  test("is counted, whatever sessions it makes up, and leaves the others alone", async () => {
    const limits = limiter({ network: { points: 3, duration: 60 } });
    const ask = (network: string, session: string) =>
      refusal(limits.count("a.example", visitor(`${network} ${session}`)));
    const asked = await Promise.all(sessions(5).map((session) => ask("one", session)));
    expect(asked.filter(Boolean)).toHaveLength(2);
    expect(await ask("another", "session-9")).toBeUndefined();
  });

  test("has no sessions counted that are refused", async () => {
    const counted: string[] = [];
    const countRate: CountRate = (name, rate) => {
      const counts = countInMemory(name, rate);
      const consume = counts.consume.bind(counts);
      counts.consume = (key) => {
        counted.push(`${name} ${key}`);
        return consume(key);
      };
      return counts;
    };
    const limits = createRelayLimiter({ ...defaultLimits, network: { points: 2, duration: 60 } }, countRate);
    for (const session of sessions(50)) await refusal(limits.count("a.example", visitor(`one ${session}`)));
    expect(counted.filter((key) => key.startsWith("relay-session"))).toHaveLength(2);
  });

  test("takes no more than half of what there is: places, and what a host may be asked", async () => {
    for (const places of [defaultLimits.bodies, defaultLimits.largeBodies, defaultLimits.readers, defaultLimits.open])
      expect(places.each).toBeLessThanOrEqual(places.all / 2);
    expect(defaultLimits.open.each).toBeLessThanOrEqual(defaultLimits.openPerHost / 2);
    expect(defaultLimits.hostByNetwork.points).toBeLessThanOrEqual(defaultLimits.host.points / 2);
    const limits = limiter({ open: { all: 4, each: 2 } });
    const enter = (network: string) => refusal(limits.enter("a.example", visitor(network), nothing));
    expect([await enter("one"), await enter("one"), await enter("another")]).toEqual([undefined, undefined, undefined]);
    expect(await enter("one")).toMatchObject({ code: "rate-limited" });
  });

  test("has large bodies received one after the other, and small ones beside them", async () => {
    const limits = limiter({ largeBodies: { all: 2, each: 1 } });
    const patience = new AbortController();
    const receive = (signal?: AbortSignal) => limits.receive("a.example", visitor("one"), nothing, signal);
    const [first, second] = [await receive(patience.signal), receive(patience.signal)];
    await receive();
    first();
    await second;
    const third = refusal(receive(patience.signal));
    patience.abort();
    expect(await third).toMatchObject({ code: "rate-limited" });
  });
});
