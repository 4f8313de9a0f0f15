import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterEach, describe, expect, test, vi } from "vitest";
import { findRedis, startRedis } from "#test/servers/redis-server.ts";
import { roomsInMemory } from "./memory-rooms.ts";
import { roomsInRedis } from "./redis-rooms.ts";
import type { RoomNews, RoomStore, StoreBounds } from "./room-store.ts";

const bounds: StoreBounds = {
  ...{ rooms: 3, characters: 1000, share: 1, leftAfter: 30_000, unledAfter: 30_000, life: 60_000, closed: 2 },
  ...{ entries: 4, emptyEntries: 3 },
};
const here = { narrow: "203.0.113.7", wide: "203.0.113.0/24" };
const there = { narrow: "198.51.100.9", wide: "198.51.100.0/24" };
const closing: (() => unknown)[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});

/** Two processes of one site. */
async function inRedis(given = bounds): Promise<[RoomStore, RoomStore]> {
  const server = await startRedis();
  closing.push(() => server.stop());
  const connect = async () => {
    const client = new Redis(server.url, { enableOfflineQueue: false, lazyConnect: true });
    await client.connect();
    const store = roomsInRedis(client, given);
    closing.push(() => {
      store.disconnect();
      client.disconnect();
    });
    return store;
  };
  return [await connect(), await connect()];
}

async function inMemory(given = bounds): Promise<[RoomStore, RoomStore]> {
  const store = roomsInMemory(given);
  return [store, store];
}

const kinds = [{ name: "memory", open: inMemory }, ...(findRedis() ? [{ name: "Redis", open: inRedis }] : [])];

describe.each(kinds)("rooms in $name", ({ open }) => {
  test("are made once, and are read as they were written, by every process", async () => {
    const [one, other] = await open();
    expect(await one.create("A", { room: "{}", plan: "é \n" }, here)).toBe("made");
    expect(await other.create("A", { room: "x" }, here)).toBe("taken");
    expect(await other.read("A")).toEqual({
      version: 1,
      entries: new Map(Object.entries({ room: "{}", plan: "é \n" })),
    });
    expect([await other.readEntry("A", "plan"), await other.readEntry("A", "no")]).toEqual(["é \n", undefined]);
    expect([await one.read("B"), await one.readEntry("B", "room")]).toEqual([undefined, undefined]);
  });

  test("change one entry after another, also where two processes change the same one at once", async () => {
    const [one, other] = await open();
    await one.create("A", { room: "{}" }, here);
    const more = (before = "0") => String(Number(before) + 1);
    const outcomes = await Promise.all([one, other, one, other, one].map((store) => store.change("A", "count", more)));
    expect(outcomes).toEqual(Array(5).fill("changed"));
    expect(await one.read("A")).toEqual({ version: 6, entries: new Map(Object.entries({ room: "{}", count: "5" })) });
    expect(await one.change("A", "count", () => undefined)).toBe("left");
    expect(await one.change("A", "count", () => "5")).toBe("left");
    expect((await one.read("A"))?.version).toBe(6);
    expect(await one.change("B", "count", more)).toBe("gone");
  });

  test("tell every change, in its order, to whoever watches, and nothing after that", async () => {
    const [one, other] = await open();
    await one.create("A", { room: "{}" }, here);
    const heard: RoomNews[] = [];
    const leave = await other.watch("A", (news) => heard.push(news));
    await one.change("A", "l:1", () => "first line\nsecond");
    await one.change("A", "l:1", () => "b c");
    await expect
      .poll(() => heard)
      .toEqual([
        { version: 2, key: "l:1", value: "first line\nsecond" },
        { version: 3, key: "l:1", value: "b c" },
      ]);
    leave();
    const after: RoomNews[] = [];
    await other.watch("A", (news) => after.push(news));
    await one.change("A", "l:1", () => "c");
    await expect.poll(() => after).toHaveLength(1);
    expect(heard).toHaveLength(2);
  });

  test("are bounded in number and in entries", async () => {
    const [one, other] = await open();
    for (const code of ["A", "B", "C"]) expect(await one.create(code, { room: "{}" }, here)).toBe("made");
    expect(await other.create("D", { room: "{}" }, here)).toBe("full");
    for (const key of ["a", "b", "c"]) expect(await one.change("A", key, () => "1")).toBe("changed");
    expect(await other.change("A", "d", () => "1")).toBe("full");
    expect(await other.change("A", "c", () => "2")).toBe("changed");
  });

  test("are closed: kept as such, without counting for anything, and not opened again", async () => {
    const [one, other] = await open({ ...bounds, rooms: 1, characters: 60 });
    await one.create("A", { room: "{}", plan: "p".repeat(50) }, here);
    await one.change("A", "l:1", () => "1");
    const heard: RoomNews[] = [];
    await other.watch("A", (news) => heard.push(news));
    await other.close("A", { room: "closed" });
    await expect.poll(() => heard).toEqual(["missed"]);
    expect([...((await one.read("A"))?.entries ?? [])]).toEqual([["room", "closed"]]);
    expect(await one.readEntry("A", "plan")).toBeUndefined();
    expect(await one.change("A", "l:2", () => "1")).toBe("gone");
    expect(await one.create("A", { room: "{}" }, here)).toBe("taken");
    expect(await one.create("B", { room: "{}", plan: "p".repeat(50) }, here)).toBe("made");
    // No more closed rooms are kept than the limit allows.
    await one.close("B", { room: "closed" });
    await one.create("C", { room: "{}" }, here);
    await other.close("C", { room: "closed" });
    expect([await one.read("A"), (await one.read("B"))?.entries.size]).toEqual([undefined, 1]);
    await one.close("A", { room: "closed" });
    expect(await one.read("A")).toBeUndefined();
  });

  test("count no empty entry as one, and drop those when they are many", async () => {
    const [one, other] = await open();
    await one.create("A", { room: "{}" }, here);
    for (const key of ["a", "b", "c"]) await one.change("A", key, () => "1");
    expect(await one.change("A", "d", () => "1")).toBe("full");
    expect(await other.change("A", "a", () => "")).toBe("changed");
    expect(await one.change("A", "d", () => "1")).toBe("changed");
    expect(await one.change("A", "a", () => "1")).toBe("full");
    for (const key of ["b", "c"]) await one.change("A", key, () => "");
    expect((await one.read("A"))?.entries).toEqual(
      new Map(Object.entries({ room: "{}", a: "", b: "", c: "", d: "1" })),
    );
    await one.change("A", "d", () => "");
    expect((await other.read("A"))?.entries).toEqual(new Map(Object.entries({ room: "{}", d: "" })));
  });

  test("leave no network without: who has the most gives its newest, whoever watches hears of it", async () => {
    const [one, other] = await open();
    for (const code of ["A", "B", "C"]) {
      await one.create(code, { room: "{}" }, here);
      await one.led(code);
      // Of two rooms of one millisecond, neither is the newest.
      await wait(2);
    }
    const heard: RoomNews[] = [];
    await one.watch("C", (news) => heard.push(news));
    expect(await other.create("D", { room: "{}" }, there)).toBe("made");
    await expect.poll(() => heard).toEqual(["missed"]);
    expect(await other.read("C")).toBeUndefined();
    expect(await other.change("C", "l:1", () => "1")).toBe("gone");
    expect(await one.create("C", { room: "{}" }, here)).toBe("full");
  });

  test("that no teacher follows go first when there is no space", async () => {
    const [one, other] = await open({ ...bounds, leftAfter: 200, unledAfter: 200 });
    for (const code of ["A", "B", "C"]) await one.create(code, { room: "{}" }, here);
    await wait(300);
    for (const code of ["A", "C"]) await other.led(code);
    expect(await one.create("D", { room: "{}" }, here)).toBe("made");
    expect(await one.read("B")).toBeUndefined();
    await one.led("B");
    expect(await one.create("B", { room: "{}" }, here)).toBe("full");
  });

  test("have no more characters than a network's share, which closing gives back", async () => {
    const [one, other] = await open({ ...bounds, characters: 200, share: 0.5 });
    expect(await one.create("A", { room: "x".repeat(60) }, here)).toBe("made");
    expect(await other.create("B", { room: "x".repeat(60) }, here)).toBe("full");
    expect(await one.change("A", "l:1", () => "x".repeat(50))).toBe("no-space");
    expect(await other.create("B", { room: "x".repeat(60) }, there)).toBe("made");
    expect(await one.change("A", "room", () => "x")).toBe("changed");
    expect(await one.change("A", "l:1", () => "x".repeat(99))).toBe("changed");
    expect(await other.create("C", { room: "x".repeat(60) }, here)).toBe("full");
    await other.close("A", { room: "closed" });
    expect(await other.create("C", { room: "x".repeat(60) }, here)).toBe("made");
  });

  test("grow at the cost of who has more, and of what was left", async () => {
    const [one, other] = await open({ ...bounds, characters: 200 });
    await one.create("A", { room: "x".repeat(130) }, here);
    await other.create("B", { room: "é".repeat(10) }, there);
    expect(await other.change("B", "l:1", () => "x".repeat(150))).toBe("no-space");
    expect(await other.change("B", "l:1", () => "x".repeat(80))).toBe("changed");
    expect(await one.read("A")).toBeUndefined();
    expect(await one.create("A", { room: "x".repeat(130) }, here)).toBe("full");
  });

  test("end when their time is over", async () => {
    const [one] = await open({ ...bounds, life: 400 });
    await one.create("A", { room: "{}" }, here);
    await wait(200);
    for (const code of ["B", "C"]) await one.create(code, { room: "{}" }, here);
    expect(await one.create("D", { room: "{}" }, here)).toBe("full");
    await expect.poll(() => one.read("A")).toBeUndefined();
    // Created while the others continue.
    expect(await one.create("D", { room: "{}" }, here)).toBe("made");
  });
});

test("who watches a room in memory hears that it has ended", async () => {
  vi.useFakeTimers();
  const store = roomsInMemory(bounds);
  await store.create("A", { room: "{}" }, here);
  const heard: RoomNews[] = [];
  await store.watch("A", (news) => heard.push(news));
  vi.advanceTimersByTime(bounds.life);
  expect(heard).toEqual(["missed"]);
});

test.skipIf(!findRedis())("Redis is asked once for what many ask in one moment, and again in the next", async () => {
  const server = await startRedis();
  closing.push(() => server.stop());
  const client = new Redis(server.url);
  const store = roomsInRedis(client, bounds);
  closing.push(() => {
    store.disconnect();
    client.disconnect();
  });
  await store.create("A", { room: "{}", look: "1" }, here);
  const asked = vi.spyOn(client, "hget");
  expect(await Promise.all(Array.from({ length: 40 }, () => store.readEntry("A", "look")))).toEqual(
    Array(40).fill("1"),
  );
  expect(asked).toHaveBeenCalledTimes(1);
  await store.change("A", "look", () => "2");
  expect(await store.readEntry("A", "look")).toBe("2");
});

describe.skipIf(!findRedis())("a Redis that goes away", () => {
  test("is said to be out of reach; whoever watched hears that something was missed once it is back", async () => {
    const server = await startRedis();
    closing.push(() => server.stop());
    const client = new Redis(server.url, { enableOfflineQueue: false, commandTimeout: 500, maxRetriesPerRequest: 0 });
    client.on("error", () => undefined);
    const store = roomsInRedis(client, bounds);
    closing.push(() => {
      store.disconnect();
      client.disconnect();
    });
    await expect.poll(() => client.status).toBe("ready");
    await store.create("A", { room: "{}" }, here);
    const heard: RoomNews[] = [];
    await store.watch("A", (news) => heard.push(news));
    await server.stop();
    await expect.poll(() => store.read("A").catch((error) => error.failure)).toEqual({ code: "room-unreachable" });
    const again = await startRedis(server.port);
    closing.push(() => again.stop());
    await expect.poll(() => heard).toContain("missed");
    await expect.poll(() => store.read("A").catch(() => "away")).toBeUndefined();
    await store.create("A", { room: "{}" }, here);
    await expect
      .poll(async () => {
        await store.change("A", "l:1", (before = "") => `${before}1`);
        return heard.at(-1);
      })
      .toMatchObject({ key: "l:1" });
  });
});
