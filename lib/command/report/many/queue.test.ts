import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findRedis, type RedisServer, startRedis } from "#test/servers/redis-server.ts";
import { noConfig } from "../../config.ts";
import { holdList } from "./hold.ts";
import { turnAt } from "./host-turns.ts";
import type { Judge } from "./judge.ts";
import { readList } from "./list.ts";
import { judgeByWorkers } from "./queue.ts";
import { work } from "./work.ts";

describe.runIf(findRedis())("with a Redis", () => {
  let server: RedisServer;
  let connection: Redis;
  beforeAll(async () => {
    server = await startRedis();
    connection = new Redis(server.url);
  });
  afterAll(async () => {
    connection.disconnect();
    await server.stop();
  });

  test("of two lists one holds the queue, and whose hold went to another is told and lets go of nothing", async () => {
    const held = await holdList(connection, "list");
    await expect(holdList(connection, "list")).rejects.toThrow(/Another list is under way/);
    await held.release();
    const first = await holdList(connection, "list", 60);
    await connection.set("list", "another");
    if (!first.lost.aborted) await once(first.lost, "abort");
    await first.release();
    expect(await connection.get("list")).toBe("another");
  });

  test("a hold that ran out while Redis could not be reached is taken again, where it is free", async () => {
    const hold = await holdList(connection, "free", 60);
    await connection.del("free");
    while ((await connection.get("free")) === null) await wait(5);
    expect(hold.lost.aborted).toBe(false);
    await hold.release();
    expect(await connection.get("free")).toBeNull();
  });

  test("at one host no more are under way than may be, whoever asks, and who died is not waited for", async () => {
    const manners = { key: "a", perHost: 2, pause: 0, life: 60_000 };
    const turns = await Promise.all(["1", "2", "3"].map((who) => turnAt(connection, { ...manners, who })));
    const mine = turns.filter((turn) => "end" in turn);
    expect(mine).toHaveLength(2);
    expect(turns.filter(({ wait: left }) => left > 0)).toHaveLength(1);
    expect(await turnAt(connection, { ...manners, key: "b", who: "3" })).toHaveProperty("end");
    await Promise.all(mine.map((turn) => turn.end()));
    expect(await turnAt(connection, { ...manners, who: "3" })).toHaveProperty("end");
    // A worker that no longer renews its lock, like one that was killed.
    await connection.zadd("gone:active", 1, "dead");
    expect(await turnAt(connection, { ...manners, perHost: 1, key: "gone", who: "4" })).toHaveProperty("end");
  });

  test("what workers have judged for a list that was stopped is not taken for a result by other settings", async () => {
    const judged = new Set<string>();
    const judge: Judge = async ({ key }, { way }) => {
      judged.add(way);
      const failed = { version: 1, state: "failed", repository: key, label: key, code: way } as const;
      return { ...failed, because: "", milliseconds: 0 };
    };
    const left = readList("acme/skills", "list");
    const stop = new AbortController();
    const results: string[] = [];
    const list = (way: "as-installed" | "as-it-lies", signal: AbortSignal) =>
      judgeByWorkers(
        {
          ...{ left, way, config: noConfig, signal, perHost: 9, pause: 0 },
          onResult: (result) => results.push(result.state === "failed" ? result.code : ""),
        },
        server.url,
      );
    const first = list("as-installed", stop.signal);
    while ((await connection.llen("bull:skillground-reports:wait")) === 0) await wait(5);
    stop.abort();
    await first;
    const working = new AbortController();
    const worker = work({ redis: server.url, parallel: 1, signal: working.signal, onResult: () => undefined }, judge);
    while (!judged.has("as-installed")) await wait(5);
    while ((await connection.zcard("bull:skillground-reports:completed")) === 0) await wait(5);
    await list("as-it-lies", new AbortController().signal);
    expect(results).toEqual(["as-it-lies"]);
    working.abort();
    await worker;
  });

  test("between two beginnings at one host there is a pause, whoever begins", async () => {
    const manners = { key: "paused", perHost: 9, pause: 60_000, life: 60_000 };
    expect(await turnAt(connection, { ...manners, who: "1" })).toHaveProperty("end");
    const { wait: left } = await turnAt(connection, { ...manners, who: "2" });
    expect(left).toBeGreaterThan(50_000);
    await connection.del("paused:begun");
    expect(await turnAt(connection, { ...manners, who: "2" })).toHaveProperty("end");
  });
});
