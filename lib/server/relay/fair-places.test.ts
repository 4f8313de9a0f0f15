import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addressHeader } from "#lib/server/visitor.ts";
import { type RelayDeps, relayGit } from "./git-relay.ts";
import { advertise, advertisement, advertisementHead, createRelayFixture, exchange } from "./relay-fixture.ts";
import { createRelayLimiter, defaultLimits, type RelayLimits } from "./relay-limiter.ts";

const fixture = createRelayFixture();

beforeEach(() => {
  // Only the clock that measures a host's silence is faked; waiting promises continue by themselves.
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await fixture.close();
});

/** A host that never answers repositories called `silent`, and a relay with few places for it. */
async function few(limits: Partial<RelayLimits>): Promise<{ host: string; asked: () => number; deps: RelayDeps }> {
  let silent = 0;
  const host = await fixture.upstream((request, response) => {
    if (request.url?.includes("silent")) silent++;
    else response.writeHead(200, advertisementHead).end(advertisement);
  });
  const limiter = createRelayLimiter({ ...defaultLimits, ...limits });
  return { host, asked: () => silent, deps: { ...fixture.deps([host]), limiter } };
}

function ask(path: string, from: string, session: string, init: RequestInit = {}): Request {
  return advertise(path, { ...init, headers: { [addressHeader]: from, "x-skillground-session": session } });
}

const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);

describe("silent hosts", () => {
  test("that one pupil asks in the name of many pages keep no classmate from theirs", async () => {
    const { host, asked, deps } = await few({ open: { all: 8, each: 4 } });
    const stop = new AbortController();
    const silent = Array.from({ length: 4 }, (_, at) =>
      relayGit(ask(`${host}/a/silent-${at}`, "192.0.2.7", `made-up-${at}`, { signal: stop.signal }), deps),
    );
    await expect.poll(asked).toBe(4);
    const classmate = (repository: string) =>
      relayGit(ask(`${host}/a/${repository}`, "192.0.2.7", "a-classmate"), deps).then(({ status }) => status);
    expect(await classmate("one")).toBe(429);
    seconds(4);
    expect(await classmate("two")).toBe(200);
    const [ended] = await Promise.race(silent.map(async (answer) => [await answer]));
    expect(ended?.status).toBe(429);
    expect(await ended?.json()).toMatchObject({ failure: { code: "rate-limited", host } });
    stop.abort();
    expect((await Promise.all(silent)).map(({ status }) => status).sort()).toEqual([429, 499, 499, 499]);
  });

  test("that one page asks for keep no other page of its network from theirs, at once", async () => {
    const { host, asked, deps } = await few({ open: { all: 16, each: 8 } });
    const stop = new AbortController();
    const silent = Array.from({ length: 8 }, (_, at) =>
      relayGit(ask(`${host}/a/silent-${at}`, "192.0.2.7", "one-page", { signal: stop.signal }), deps),
    );
    await expect.poll(asked).toBe(8);
    const others = ["another-page", "a-third-page", "a-fourth-page"];
    const given = await Promise.all(
      others.map((session, at) => relayGit(ask(`${host}/a/r${at}`, "192.0.2.7", session), deps)),
    );
    expect(given.map(({ status }) => status)).toEqual([200, 200, 200]);
    stop.abort();
    await Promise.all(silent);
  });

  test("that networks of one wide network ask, however many, leave others their part", async () => {
    const { host, asked, deps } = await few({ open: { all: 8, each: 4 }, openPerHost: 8 });
    const stop = new AbortController();
    const silent = Array.from({ length: 8 }, (_, at) =>
      relayGit(ask(`${host}/a/silent-${at}`, `2001:db8:1:${at}::1`, `session-${at}`, { signal: stop.signal }), deps),
    );
    await expect.poll(asked).toBe(4);
    const other = await relayGit(ask(`${host}/a/r`, "2001:db8:2::1", "a-session"), deps);
    expect(other.status).toBe(200);
    stop.abort();
    await Promise.all(silent);
  });

  test("go on answering who waits, where nobody else wants the place", async () => {
    const came = Promise.withResolvers<() => void>();
    const host = await fixture.upstream((_, response) => {
      came.resolve(() => response.writeHead(200, advertisementHead).end(advertisement));
    });
    const deps = fixture.deps([host]);
    const asking = relayGit(ask(`${host}/a/slow`, "192.0.2.7", "one-page"), deps);
    const answer = await came.promise;
    seconds(10);
    answer();
    expect((await asking).status).toBe(200);
  });
});

test("bodies that trickle give their places to who has none", async () => {
  const { host, deps } = await few({ bodies: { all: 4, each: 2 } });
  const stop = new AbortController();
  const trickling = ["made-up-1", "made-up-2"].map((session) => {
    const started = new TransformStream<Uint8Array, Uint8Array>();
    const headers = { [addressHeader]: "192.0.2.7", "x-skillground-session": session, "content-length": "500" };
    return relayGit(exchange(`${host}/a/b`, started.readable, { headers, signal: stop.signal }), deps);
  });
  await new Promise(setImmediate);
  const send = () =>
    relayGit(
      exchange(`${host}/a/b`, "0014command=ls-refs\n0000", {
        headers: { [addressHeader]: "192.0.2.7", "x-skillground-session": "a-classmate", "content-length": "24" },
      }),
      deps,
    );
  expect((await send()).status).toBe(429);
  seconds(4);
  expect((await send()).status).not.toBe(429);
  stop.abort();
  expect((await Promise.all(trickling)).map(({ status }) => status).sort()).toEqual([429, 499]);
});

test("readers who take nothing give their places to who has none", async () => {
  const { host, deps } = await few({ readers: { all: 4, each: 2 } });
  const read = (session: string) => relayGit(ask(`${host}/a/b`, "192.0.2.7", session), deps);
  const taking = [await read("made-up-1"), await read("made-up-2")];
  expect((await read("a-classmate")).status).toBe(429);
  seconds(4);
  const given = await read("a-classmate");
  expect(await given.text()).toBe(advertisement);
  const [lost, left] = await Promise.allSettled(taking.map((answer) => answer.text()));
  expect([lost?.status, left?.status].sort()).toEqual(["fulfilled", "rejected"]);
});

test("a session's count is its network's own: nobody elsewhere can use it up", async () => {
  const { host, deps } = await few({ session: { points: 1, duration: 60 } });
  const from = async (address: string) => (await relayGit(ask(`${host}/a/b`, address, "the-same-id"), deps)).status;
  expect([await from("192.0.2.7"), await from("192.0.2.7"), await from("192.0.2.8")]).toEqual([200, 429, 200]);
});
