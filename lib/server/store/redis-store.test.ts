import { Redis } from "ioredis";
import { afterEach, describe, expect, test } from "vitest";
import { type RelayDeps, relayGit } from "#lib/server/relay/git-relay.ts";
import type { KeptAnswer } from "#lib/server/relay/kept-answers.ts";
import { defaultAnswers, RelayAnswers } from "#lib/server/relay/relay-answers.ts";
import { createRelayFixture, exchange, fetchOf, packAnswer, resultHead } from "#lib/server/relay/relay-fixture.ts";
import { createRelayLimiter, defaultLimits, type RelayLimits } from "#lib/server/relay/relay-limiter.ts";
import { findRedis, type RedisServer, startRedis } from "#test/servers/redis-server.ts";
import { connectRedis, type RedisStore } from "./redis-store.ts";

const { upstream, deps, close } = createRelayFixture();
const closing: (() => unknown)[] = [];
const warnings: string[] = [];
/** Records only the warnings about Redis: Node warns of other things in the same process too. */
const note = ({ message }: Error) => message.startsWith("Redis cannot be used") && warnings.push(message);

afterEach(async () => {
  await close();
  await Promise.all(closing.splice(0).map((end) => end()));
  process.off("warning", note);
  warnings.length = 0;
});

async function redis(port?: number): Promise<RedisServer> {
  const server = await startRedis(port);
  closing.push(() => server.stop());
  return server;
}

/** @param patienceMs long, as a busy machine's Redis may answer only after a second */
async function connect(url: string, patienceMs = 60_000): Promise<RedisStore> {
  const store = await connectRedis(url, patienceMs);
  closing.push(() => store.close());
  return store;
}

const pack = packAnswer(200_000);

/** A host with one pack, and the number of requests for it. */
async function packHost() {
  const seen = { count: 0 };
  const host = await upstream((request, response) => {
    seen.count++;
    request.resume();
    response.writeHead(200, resultHead).end(pack);
  });
  return { host, seen };
}

/** One of several server processes of the same site. */
function serverOf(host: string, store: RedisStore, limits: Partial<RelayLimits> = {}): RelayDeps {
  return {
    ...deps([host]),
    limiter: createRelayLimiter({ ...defaultLimits, ...limits }, store.countRate),
    answers: new RelayAnswers({ ...defaultAnswers, shared: store.answers }),
  };
}

async function ask(host: string, server: RelayDeps, digit = "a"): Promise<number> {
  const response = await relayGit(exchange(`${host}/a/b`, fetchOf(digit)), server);
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.status === 200 && !bytes.equals(pack) ? Number.NaN : response.status;
}

/** The one answer in Redis, as soon as it is there. */
async function writtenAnswer(client: Redis): Promise<string> {
  await expect.poll(() => client.keys("skillground:answer:*")).toHaveLength(1);
  return (await client.keys("skillground:answer:*"))[0] ?? "";
}

function rawClient(url: string): Redis {
  const client = new Redis(url);
  closing.unshift(() => client.disconnect());
  return client;
}

test("an address that is none of Redis is refused, and not repeated", async () => {
  await expect(connectRedis("http://user:secret@127.0.0.1")).rejects.toThrow(/^REDIS_URL is not an address such as/);
  await expect(connectRedis("http://user:secret@127.0.0.1")).rejects.not.toThrow(/secret/);
});

test("without a Redis there, the relay works from its own memory and says so once", async () => {
  process.on("warning", note);
  const store = await connect("redis://127.0.0.1:1");
  const { host, seen } = await packHost();
  const server = serverOf(host, store, { host: { points: 2, duration: 60 } });
  expect([await ask(host, server), await ask(host, server), await ask(host, server, "b")]).toEqual([200, 200, 200]);
  expect(await ask(host, server, "c")).toBe(429);
  expect(seen.count).toBe(2);
  expect(warnings).toHaveLength(1);
});

describe.skipIf(!findRedis())("servers with one Redis", () => {
  test("share what they got from a host", async () => {
    const { url } = await redis();
    const { host, seen } = await packHost();
    const [first, second] = [serverOf(host, await connect(url)), serverOf(host, await connect(url))];
    expect(await ask(host, first)).toBe(200);
    await writtenAnswer(rawClient(url));
    expect(await ask(host, second)).toBe(200);
    expect(seen.count).toBe(1);
  });

  test("ask a host no more than once each when both are asked at once", async () => {
    const { url } = await redis();
    const { host, seen } = await packHost();
    const servers = [serverOf(host, await connect(url)), serverOf(host, await connect(url))];
    const asking = Array.from({ length: 60 }, (_, index) => ask(host, servers[index % 2] as RelayDeps));
    expect(await Promise.all(asking)).toEqual(Array(60).fill(200));
    expect(seen.count).toBeLessThanOrEqual(2);
  });

  test("count together what they ask a host", async () => {
    const { url } = await redis();
    const { host, seen } = await packHost();
    const limits = { host: { points: 3, duration: 60 } };
    const [first, second] = [serverOf(host, await connect(url), limits), serverOf(host, await connect(url), limits)];
    const statuses = [await ask(host, first, "a"), await ask(host, second, "b"), await ask(host, first, "c")];
    expect(statuses).toEqual([200, 200, 200]);
    expect([await ask(host, second, "d"), await ask(host, first, "e")]).toEqual([429, 429]);
    expect(seen.count).toBe(3);
  });

  test("forget what was counted and taken back, and let the rest expire", async () => {
    const { url } = await redis();
    const counts = (await connect(url)).countRate("test", { points: 2, duration: 60 });
    const client = rawClient(url);
    expect(await counts.penalty("k", 5)).toMatchObject({ consumedPoints: 5, msBeforeNext: 60_000 });
    expect(await client.ttl("skillground:test:k")).toBeGreaterThan(0);
    await counts.reward("k", 5);
    expect(await client.keys("skillground:test:*")).toEqual([]);
  });
});

describe.skipIf(!findRedis())("answers in Redis", () => {
  const answer = (until: number): KeptAnswer => ({ movedTo: "https://git.example/new", chunks: [pack], until });

  test("come back as they were, until their time", async () => {
    const { url } = await redis();
    const { answers } = await connect(url);
    const until = Date.now() + 60_000;
    await answers.set("a", answer(until));
    await answers.set("old", answer(Date.now() - 1));
    const found = await answers.get("a");
    expect(found).toEqual({ ...answer(until), chunks: expect.anything() });
    expect(pack.equals(Buffer.concat(found?.chunks ?? []))).toBe(true);
    expect(await answers.get("old")).toBeUndefined();
    expect(await answers.get("none")).toBeUndefined();
  });

  test.each([
    ["cut short", (value: Buffer) => value.subarray(0, -100)],
    ["spoilt", (value: Buffer) => Buffer.from(value).fill(0, 1000, 1001)],
    ["not what this version writes", () => Buffer.from("answer: yes\nPACK")],
    ["said to be good for longer than it would be here", (value: Buffer) => withUntil(value, 10 ** 15)],
  ])("are asked for anew when they are %s", async (_, spoil) => {
    const { url } = await redis();
    const { host, seen } = await packHost();
    expect(await ask(host, serverOf(host, await connect(url)))).toBe(200);
    const client = rawClient(url);
    const key = await writtenAnswer(client);
    await client.set(key, spoil((await client.getBuffer(key)) ?? Buffer.alloc(0)));
    expect(await ask(host, serverOf(host, await connect(url)))).toBe(200);
    expect(seen.count).toBe(2);
  });
});

function withUntil(value: Buffer, until: number): Buffer {
  return Buffer.concat([Buffer.from(JSON.stringify({ until })), value.subarray(value.indexOf("\n"))]);
}

describe.skipIf(!findRedis())("a Redis that goes away", () => {
  test("leaves limits and answers to each server, and is used again when it is back", async () => {
    process.on("warning", note);
    const server = await redis();
    const { host, seen } = await packHost();
    const limits = { host: { points: 2, duration: 60 } };
    const relay = serverOf(host, await connect(server.url), limits);
    expect(await ask(host, relay, "a")).toBe(200);
    await server.stop();
    expect([await ask(host, relay, "a"), await ask(host, relay, "b"), await ask(host, relay, "c")]).toEqual([
      200, 200, 200,
    ]);
    expect(await ask(host, relay, "d")).toBe(429);
    await expect.poll(() => warnings.length).toBe(1);
    await redis(server.port);
    const other = await connect(server.url);
    await expect.poll(() => ask(host, relay, "e")).toBe(200);
    await writtenAnswer(rawClient(server.url));
    await expect.poll(async () => ask(host, serverOf(host, other, limits), "e")).toBe(200);
    expect(seen.count).toBe(4);
  });

  test("without a word is given up, not asked again by every request", async () => {
    process.on("warning", note);
    const server = await redis();
    const { host } = await packHost();
    const relay = serverOf(host, await connect(server.url, 1000));
    const client = rawClient(server.url);
    const connections = async () => Number(/total_connections_received:(\d+)/.exec(await client.info("stats"))?.[1]);
    const before = await connections();
    server.freeze();
    closing.unshift(() => server.thaw());
    const asking = [..."0123456789abcdef"].map((digit) => ask(host, relay, digit));
    expect(await Promise.all(asking)).toEqual(Array(16).fill(200));
    expect(warnings).toHaveLength(1);
    server.thaw();
    await expect.poll(connections).toBeGreaterThan(before);
  });

  test("is not complained of by a store that was closed with something under way", async () => {
    process.on("warning", note);
    const server = await redis();
    const store = await connect(server.url);
    server.freeze();
    closing.unshift(() => server.thaw());
    const writing = store.answers.set("a", {
      movedTo: undefined,
      until: Date.now() + 60_000,
      chunks: [Buffer.from("a")],
    });
    store.close();
    await writing;
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });
});
