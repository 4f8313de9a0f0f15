import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { findRoom, openRoom, type RoomAccess, reportTo, roomEvents, tellRoom } from "#lib/room/ask-room.ts";
import { leadRoom } from "#lib/room/led-room.ts";
import { freshKey } from "#lib/room/room.ts";
import { roomsInMemory } from "./memory-rooms.ts";
import { codeOfSecret } from "./room-codes.ts";
import { createRoomServer, pageFetch, plan, reportOf } from "./room-fixture.ts";
import { createRoomLimiter, defaultRates } from "./room-limiter.ts";
import { defaultBounds } from "./room-store.ts";
import type { RoomDeps } from "./rooms.ts";

let server: RoomDeps = createRoomServer();
const leaving: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

const endless = { points: 1_000_000, duration: 60 };
const endlessly = { narrow: endless, wide: endless };

/** A page at this address. */
const at = (address: string) => pageFetch(() => server, address);
const school = at("198.51.100.7");

function open(fetch: typeof globalThis.fetch): Promise<RoomAccess> {
  return openRoom({ key: freshKey(), plan }, { fetch });
}

/** Reads a stream continuously; resolves after its first event. */
async function follow(access: RoomAccess, fetch: typeof globalThis.fetch): Promise<{ hasEnded: boolean }> {
  const ending = new AbortController();
  leaving.push(() => ending.abort());
  const reader = (await roomEvents(access, { fetch, signal: ending.signal })).getReader();
  const state = { hasEnded: false };
  await reader.read();
  const readOn = async (): Promise<void> => {
    if (!(await reader.read()).done) return readOn();
    state.hasEnded = true;
  };
  void readOn();
  return state;
}

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error) => error.failure,
  );

describe("places of rooms", () => {
  test("cannot all be taken from a few networks of one site, and another network opens one", async () => {
    server = createRoomServer({ limiter: createRoomLimiter({ ...defaultRates, openings: endlessly }) });
    const outcomes = new Map<string, number>();
    for (let index = 0; index < 440; index++) {
      const failure = await failureOf(open(at(`2001:db8:0:${(index % 4) + 16}::1`)));
      const code = failure?.code ?? "made";
      outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
    }
    expect(Object.fromEntries(outcomes)).toEqual({ made: 200, "rooms-full": 240 });
    const access = await open(school);
    expect(await findRoom(access.code, { fetch: school })).toMatchObject({ id: access.id });
  });

  test("are all to be had again once rooms are closed", async () => {
    server = createRoomServer({ store: roomsInMemory({ ...defaultBounds, rooms: 4 }) });
    const rooms = [await open(school), await open(school)];
    expect(await failureOf(open(school))).toEqual({ code: "rooms-full" });
    for (const access of rooms) await tellRoom(access, { do: "close" }, { fetch: school });
    for (let turn = 0; turn < 2; turn++) await open(school);
    expect(await failureOf(findRoom(rooms[0]?.code ?? "", { fetch: school }))).toMatchObject({ code: "room-closed" });
  });

  test("are opened so many a minute, a network and its neighbours together", async () => {
    const openings = { narrow: { points: 2, duration: 60 }, wide: { points: 3, duration: 60 } };
    server = createRoomServer({ limiter: createRoomLimiter({ ...defaultRates, openings }) });
    for (const part of ["1", "1", "2"]) await open(at(`2001:db8:0:${part}::1`));
    expect(await failureOf(open(at("2001:db8:0:1::1")))).toMatchObject({ why: "openings" });
    expect(await failureOf(open(at("2001:db8:0:3::1")))).toMatchObject({ why: "openings" });
    expect(await failureOf(open(at("2001:db8:1:1::1")))).toBeUndefined();
  });

  test("come from rooms that no teacher follows first; one that is followed stays", async () => {
    server = createRoomServer({
      store: roomsInMemory({ ...defaultBounds, rooms: 4, leftAfter: 700, unledAfter: 700 }),
      beatMs: 20,
    });
    const led = await open(school);
    const lesson = await follow(led, school);
    const left = await open(school);
    expect(await failureOf(open(school))).toEqual({ code: "rooms-full" });
    await wait(800);
    await open(school);
    expect(await failureOf(findRoom(left.code, { fetch: school }))).toMatchObject({ code: "room-missing" });
    expect(await findRoom(led.code, { fetch: school })).toMatchObject({ id: led.id });
    expect(lesson.hasEnded).toBe(false);
  });
});

describe("streams", () => {
  const streams = { all: 8, each: 4 };

  test("cannot all be held by two networks: one without any gets its place", async () => {
    server = createRoomServer({ limiter: createRoomLimiter({ ...defaultRates, streams }) });
    const held: { hasEnded: boolean }[] = [];
    for (const address of ["203.0.113.1", "192.0.2.1"]) {
      const access = await open(at(address));
      for (let turn = 0; turn < 4; turn++) held.push(await follow({ ...access, key: freshKey() }, at(address)));
      const more = roomEvents({ ...access, key: freshKey() }, { fetch: at(address) });
      expect(await failureOf(more)).toMatchObject({ why: "streams" });
    }
    const lesson = await follow(await open(school), school);
    expect(lesson.hasEnded).toBe(false);
    await expect.poll(() => held.filter(({ hasEnded }) => hasEnded).length).toBe(1);
  });

  test("of a school cannot all be held by one room in it", async () => {
    server = createRoomServer({ limiter: createRoomLimiter({ ...defaultRates, streams }) });
    const prank = await open(school);
    for (let turn = 0; turn < 4; turn++) await follow({ ...prank, key: freshKey() }, school);
    const access = await open(school);
    const lesson = [await follow(access, school), await follow({ ...access, key: freshKey() }, school)];
    expect(lesson.map(({ hasEnded }) => hasEnded)).toEqual([false, false]);
  });
});

describe("the code of a room that a restart has lost", () => {
  const day = 24 * 60 * 60 * 1000;
  /** A server without rooms, at this time. */
  const anew = (time: number) => createRoomServer({ codeOf: codeOfSecret, now: () => time });

  test("goes to nobody but who has its key, whoever asks first", async () => {
    server = anew(100 * day);
    const key = freshKey();
    const { code, id } = await openRoom({ key, plan }, { fetch: school });
    server = anew(100 * day);
    const stealing = openRoom({ key: freshKey(), plan, code }, { fetch: at("203.0.113.1") });
    expect(await failureOf(stealing)).toMatchObject({ code: "room-refused" });
    expect(await openRoom({ key, plan, code }, { fetch: school })).toEqual({ code, id, key });
    expect(await findRoom(code, { fetch: school })).toMatchObject({ id });
  });

  test("is the same on the next day for as long as a room lives, and another one after that", async () => {
    const key = freshKey();
    server = anew(100 * day - 1);
    const { code } = await openRoom({ key, plan }, { fetch: school });
    server = anew(100 * day - 1 + day / 2);
    expect(await openRoom({ key, plan, code }, { fetch: school })).toMatchObject({ code });
    server = anew(101 * day);
    expect(await failureOf(openRoom({ key, plan, code }, { fetch: school }))).toMatchObject({ code: "room-refused" });
  });
});

describe("a room that a pupil fills", () => {
  const noRates = { ...defaultRates, joins: { room: endless, all: endless }, openings: endlessly };
  const report = (name: string, passed: readonly string[] = []) =>
    ({ do: "report", name, report: reportOf(passed) }) as const;
  const learner = ({ code, id }: RoomAccess) => ({ code, id, key: freshKey() });
  const roomLed = async (access: RoomAccess) => {
    const room = leadRoom({
      access,
      plan,
      since: Date.now(),
      fetch: school,
      waits: { first: 10, longest: 40, silence: 60_000 },
    });
    leaving.push(() => room.stop());
    await expect.poll(() => room.getState().line.kind).toBe("live");
    return room;
  };
  const join = (access: RoomAccess, name = "") => reportTo(access, report(name), { fetch: school });

  test("takes a class of forty in a minute, and no more than sixty new ones of one site", async () => {
    server = createRoomServer();
    const access = await open(school);
    for (let number = 0; number < 60; number++) await join(learner(access), `L${number}`);
    expect(await failureOf(join(learner(access)))).toMatchObject({ code: "room-rate-limited", why: "joins" });
    // Another class of the school, and a learner who joins from elsewhere.
    await join(learner(await open(school)));
    await reportTo(learner(access), report("far away"), { fetch: at("203.0.113.1") });
  });

  test("is free again once the made-up ones are removed, in one go: who passed something stays", async () => {
    server = createRoomServer({ limiter: createRoomLimiter(noRates) });
    const access = await open(school);
    const ada = learner(access);
    await reportTo(ada, report("Ada", ["01-a#one/quiz-2"]), { fetch: school });
    const made = Array.from({ length: 119 }, () => learner(access));
    for (const each of made) await join(each);
    expect(await failureOf(join(learner(access)))).toEqual({ code: "room-full", room: access.code, limit: 120 });
    const byLearner = tellRoom(ada, { do: "remove-unpassed" }, { fetch: school });
    expect(await failureOf(byLearner)).toMatchObject({ code: "room-refused" });
    const room = await roomLed(access);
    expect(await room.removeUnpassed()).toBe(119);
    await expect.poll(() => [...room.getState().learners.values()].map(({ name }) => name)).toEqual(["Ada"]);
    expect(await failureOf(join(made[0] ?? ada))).toMatchObject({ code: "room-removed" });
    // Repeatedly: what is kept of removed learners is bounded, too.
    for (let round = 0; round < 6; round++) {
      for (let turn = 0; turn < 119; turn++) await join(learner(access));
      expect(await room.removeUnpassed()).toBe(119);
    }
    expect((await server.store.read(access.code))?.entries.size).toBeLessThanOrEqual(5 + 600);
    await join(learner(access), "Ben");
    await join(ada, "Ada");
  });

  test("takes nobody new while it is locked; who is in goes on, and comes back", async () => {
    server = createRoomServer();
    const access = await open(school);
    const room = await roomLed(access);
    const [ada, late] = [learner(access), learner(access)];
    await join(ada);
    const waiting = await follow(late, school);
    const lesson = await follow(ada, school);
    expect(await failureOf(tellRoom(ada, { do: "lock", isLocked: true }, { fetch: school }))).toMatchObject({
      code: "room-refused",
    });
    await room.lock(true);
    await expect.poll(() => room.getState().isLocked).toBe(true);
    const locked = { code: "room-locked", room: access.code };
    expect(await failureOf(join(late))).toEqual(locked);
    // Nor is it told where the teacher points.
    await expect.poll(() => waiting.hasEnded).toBe(true);
    expect(await failureOf(roomEvents(late, { fetch: school }))).toEqual(locked);
    await join(ada);
    expect(lesson.hasEnded).toBe(false);
    await follow(ada, school);
    expect((await roomLed(access)).getState().isLocked).toBe(true);
    await room.lock(false);
    await join(late);
  });

  test("is still locked after a restart, and knows who was in it", async () => {
    server = createRoomServer({ limiter: createRoomLimiter(noRates) });
    const access = await open(school);
    const room = await roomLed(access);
    const [ada, late] = [learner(access), learner(access)];
    await join(ada);
    await room.lock(true);
    await expect.poll(() => [room.getState().isLocked, room.getState().learners.size]).toEqual([true, 1]);
    const lost = server.store;
    // Returning learners do not count as joining.
    server = createRoomServer({ limiter: createRoomLimiter({ ...noRates, joins: { room: none, all: none } }) });
    await lost.close(access.code, { room: '{"closed":true}' });
    await expect.poll(() => failureOf(findRoom(access.code, { fetch: school }))).toBeUndefined();
    expect(await failureOf(join(late))).toMatchObject({ code: "room-locked" });
    await join(ada);
    await expect.poll(() => [room.getState().isLocked, room.getState().learners.size]).toEqual([true, 1]);
  });
});

test("a nickname turns and hides nothing on a teacher's page, and is none where nothing of it can be seen", async () => {
  server = createRoomServer();
  const access = await open(school);
  const room = leadRoom({ access, plan, since: Date.now(), fetch: school });
  leaving.push(() => room.stop());
  const names = [
    ["\u202ecixelA\u202c", "cixelA"],
    ["Ad\u200ba\u2066 \u2069", "Ada"],
    [`Eve${String.fromCodePoint(0xe0041, 0xe0042)}`, "Eve"],
    ["\u3164\u2800\u200f", ""],
    ["a\u00a0\u2003b", "a b"],
    [`Zo${"\u0301".repeat(30)}e`, `Zo${"\u0301".repeat(4)}e`],
    ["👩‍🔬 ❤️ שלום", "👩‍🔬 ❤️ שלום"],
  ] as const;
  for (const [given] of names) {
    const report = { do: "report", name: given, report: reportOf([]) } as const;
    await reportTo({ ...access, key: freshKey() }, report, { fetch: school });
  }
  const shown = names.map(([, plain]) => plain).sort();
  const kept = [...((await server.store.read(access.code))?.entries ?? [])].filter(([key]) => key.startsWith("l:"));
  expect(kept.map(([, text]) => JSON.parse(text).name).sort()).toEqual(shown);
  await expect.poll(() => [...room.getState().learners.values()].map(({ name }) => name).sort()).toEqual(shown);
});

const none = { points: 0, duration: 60 };
