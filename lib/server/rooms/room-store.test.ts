import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterEach, describe, expect, test, vi } from "vitest";
import { findRedis, startRedis } from "#test/servers/redis-server.ts";
import { roomsInRedis } from "./redis-rooms.ts";
import { type RoomNews, type RoomStore, roomsInMemory, type StoreBounds } from "./room-store.ts";

const bounds: StoreBounds = { rooms: 3, entries: 4, life: 60_000, characters: 1000 };
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
      store.close();
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
    expect(await one.create("A", { room: "{}", plan: "é \n" })).toBe("made");
    expect(await other.create("A", { room: "x" })).toBe("taken");
    expect(await other.read("A")).toEqual({
      version: 1,
      entries: new Map(Object.entries({ room: "{}", plan: "é \n" })),
    });
    expect([await other.readEntry("A", "plan"), await other.readEntry("A", "no")]).toEqual(["é \n", undefined]);
    expect([await one.read("B"), await one.readEntry("B", "room")]).toEqual([undefined, undefined]);
  });

  test("change one entry after another, also where two processes change the same one at once", async () => {
    const [one, other] = await open();
    await one.create("A", { room: "{}" });
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
    await one.create("A", { room: "{}" });
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
    for (const code of ["A", "B", "C"]) expect(await one.create(code, { room: "{}" })).toBe("made");
    expect(await other.create("D", { room: "{}" })).toBe("full");
    for (const key of ["a", "b", "c"]) expect(await one.change("A", key, () => "1")).toBe("changed");
    expect(await other.change("A", "d", () => "1")).toBe("full");
    expect(await other.change("A", "c", () => "2")).toBe("changed");
  });

  test("lose all entries but those that are to be kept", async () => {
    const [one, other] = await open();
    await one.create("A", { room: "{}", plan: "p" });
    await one.change("A", "l:1", () => "1");
    await other.prune("A", ["room"]);
    expect([...((await one.read("A"))?.entries ?? [])]).toEqual([["room", "{}"]]);
    await one.prune("B", []);
  });

  test("end when their time is over", async () => {
    const [one] = await open({ ...bounds, life: 400 });
    await one.create("A", { room: "{}" });
    await wait(200);
    for (const code of ["B", "C"]) await one.create(code, { room: "{}" });
    expect(await one.create("D", { room: "{}" })).toBe("full");
    await expect.poll(() => one.read("A")).toBeUndefined();
    // While the others go on.
    expect(await one.create("D", { room: "{}" })).toBe("made");
  });
});

test("rooms in memory take no more than they may of it, and give back what has ended", async () => {
  vi.useFakeTimers();
  const store = roomsInMemory({ ...bounds, characters: 100 });
  expect(await store.create("A", { room: "x".repeat(60) })).toBe("made");
  expect(await store.create("B", { room: "x".repeat(60) })).toBe("full");
  expect(await store.change("A", "l:1", () => "x".repeat(50))).toBe("full");
  expect(await store.change("A", "room", () => "x")).toBe("changed");
  expect(await store.create("B", { room: "x".repeat(60) })).toBe("made");
  vi.advanceTimersByTime(bounds.life);
  expect(await store.create("A", { room: "x".repeat(99) })).toBe("made");
});

test("who watches a room in memory hears that it has ended", async () => {
  vi.useFakeTimers();
  const store = roomsInMemory(bounds);
  await store.create("A", { room: "{}" });
  const heard: RoomNews[] = [];
  await store.watch("A", (news) => heard.push(news));
  vi.advanceTimersByTime(bounds.life);
  expect(heard).toEqual(["missed"]);
});

describe.skipIf(!findRedis())("a Redis that goes away", () => {
  test("is said to be out of reach; whoever watched hears that something was missed once it is back", async () => {
    const server = await startRedis();
    closing.push(() => server.stop());
    const client = new Redis(server.url, { enableOfflineQueue: false, commandTimeout: 500, maxRetriesPerRequest: 0 });
    client.on("error", () => undefined);
    const store = roomsInRedis(client, bounds);
    closing.push(() => {
      store.close();
      client.disconnect();
    });
    await expect.poll(() => client.status).toBe("ready");
    await store.create("A", { room: "{}" });
    const heard: RoomNews[] = [];
    await store.watch("A", (news) => heard.push(news));
    await server.stop();
    await expect.poll(() => store.read("A").catch((error) => error.failure)).toEqual({ code: "room-unreachable" });
    const again = await startRedis(server.port);
    closing.push(() => again.stop());
    await expect.poll(() => heard, { timeout: 10_000 }).toContain("missed");
    await expect.poll(() => store.read("A").catch(() => "away")).toBeUndefined();
    await store.create("A", { room: "{}" });
    await expect
      .poll(async () => {
        await store.change("A", "l:1", (before = "") => `${before}1`);
        return heard.at(-1);
      })
      .toMatchObject({ key: "l:1" });
  });
});
