import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findRoom, openFreshRoom, openRoom, type RoomAccess, reportTo, tellRoom } from "#lib/room/ask-room.ts";
import { type LedRoom, leadRoom } from "#lib/room/led-room.ts";
import { createSender } from "#lib/room/report-sender.ts";
import {
  freshKey,
  idHeader,
  keyHeader,
  type LearnerEvent,
  type LearnerReport,
  type RoomStanding,
  roomLimits,
  tagOf,
} from "#lib/room/room.ts";
import { followRoom, type LineState } from "#lib/room/room-line.ts";
import { connectRedis } from "#lib/server/store/redis-store.ts";
import { addressHeader } from "#lib/server/visitor.ts";
import { findRedis, startRedis } from "#test/servers/redis-server.ts";
import { roomsInMemory } from "./memory-rooms.ts";
import { createRoomServer, fromPage, pageFetch, plan, reportOf } from "./room-fixture.ts";
import { createRoomLimiter, defaultRates } from "./room-limiter.ts";
import { defaultBounds } from "./room-store.ts";
import { answerRooms, type RoomDeps } from "./rooms.ts";

let server: RoomDeps | undefined;
const closing: (() => unknown)[] = [];
const waits = { first: 10, longest: 40, silence: 60_000 };

beforeEach(() => {
  server = createRoomServer();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});

/** A page that asks the test's current server. */
const page = pageFetch(() => server);

async function openOne(at = page): Promise<RoomAccess> {
  return openRoom({ key: freshKey(), plan }, { fetch: at });
}

function lead(access: RoomAccess, at = page, since = Date.now()): LedRoom {
  const room = leadRoom({ access, plan, since, fetch: at, waits });
  closing.push(() => room.stop());
  return room;
}

interface Learner {
  readonly access: RoomAccess;
  readonly events: LearnerEvent[];
  readonly states: LineState[];
  /** Passes exactly these checks. */
  pass(...checks: string[]): void;
  leave(): void;
}

/** A learner's page: it joins, follows, and reports what it has passed. */
function join({ code, id }: RoomAccess, name = "", at = page): Learner {
  const leaving = new AbortController();
  const access = { code, id, key: freshKey() };
  const events: LearnerEvent[] = [];
  const states: LineState[] = [];
  let report: LearnerReport = reportOf([]);
  const { signal } = leaving;
  const sender = createSender({
    ...{ access, name, signal, waits, fetch: at },
    report: () => report,
    onSent: () => undefined,
    onFailure: (failure) => states.push({ kind: "failed", failure, isOver: false }),
  });
  void followRoom<LearnerEvent>({
    ...{ access, signal, waits, fetch: at },
    onState: (state) => states.push(state),
    onEvent(event) {
      events.push(event);
      if (event.kind === "here") sender.send();
    },
  });
  closing.push(() => leaving.abort());
  return {
    ...{ access, events, states },
    pass(...checks) {
      report = reportOf(checks);
      sender.send();
    },
    leave: () => leaving.abort(),
  };
}

/** What the teacher sees: learners by name, each with the indexes of their passed checks. */
function grid(room: LedRoom): Record<string, number[]> {
  const rows = [...room.getState().learners.values()].map(({ name, passed }) => [
    name,
    passed.map(({ check }) => check),
  ]);
  return Object.fromEntries(rows);
}

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error) => error.failure,
  );

describe("a room", () => {
  test("tells its teacher who has joined and passed what, and its learners where to look", async () => {
    const access = await openOne();
    const room = lead(access);
    const [ada, ben] = [join(access, "Ada"), join(access, "Ben")];
    await expect.poll(() => grid(room)).toEqual({ Ada: [], Ben: [] });
    ada.pass("01-a#one/quiz-2", "01-a#two/file_exists-1");
    await expect.poll(() => grid(room)).toEqual({ Ada: [1, 2], Ben: [] });
    const look = { lesson: "01-a", step: "two", file: "a/b.md", line: 3, endLine: 9, profile: "codex" };
    await room.look(look);
    const told = { ...look, number: expect.any(Number) };
    for (const { events } of [ada, ben]) await expect.poll(() => events.at(-1)).toEqual({ kind: "look", look: told });
    expect(room.getState().look).toEqual(told);
    // Latecomers are told, too.
    const late = join(access, "Cy");
    await expect.poll(() => late.events).toEqual([{ kind: "here", look: told }]);
    await room.look(undefined);
    await expect.poll(() => ben.events.at(-1)).toEqual({ kind: "look" });
  });

  test("gives each pointing a number of its own, also after pointing at nothing", async () => {
    const ticking = createRoomServer();
    server = ticking;
    const access = await openOne();
    const room = lead(access);
    const ada = join(access, "Ada");
    await expect.poll(() => ada.events.length).toBe(1);
    const look = { lesson: "01-a", step: "two" };
    for (const pointed of [look, undefined, look, look]) {
      ticking.time++;
      await room.look(pointed);
    }
    await expect.poll(() => ada.events.length).toBe(5);
    const numbers = ada.events.flatMap((event) => event.look?.number ?? []);
    expect(new Set(numbers).size).toBe(3);
  });

  test("is told of by its code alone, without the results of anybody", async () => {
    const { code, id } = await openOne();
    expect(await findRoom(code, { fetch: page })).toEqual({
      id,
      workshop: "/try/skills-101",
      title: "Skills",
      lesson: "01-a",
    });
  });

  test("has two learners of one nickname as two, and a few letters tell them apart", async () => {
    const access = await openOne();
    const room = lead(access);
    join(access, "Ada").pass("01-a#one/quiz-2");
    join(access, "Ada");
    await expect.poll(() => room.getState().learners.size).toBe(2);
    const tags = [...room.getState().learners.keys()].map(tagOf);
    expect(new Set(tags).size).toBe(2);
  });

  test("says which results it has left out, since its workshop has no such checks", async () => {
    const access = await openOne();
    const room = lead(access);
    const report = reportOf(["01-a#one/quiz-2", "01-a#cheat-1"]);
    const learner = { ...access, key: freshKey() };
    const answer = await reportTo(learner, { do: "report", name: "Ada", report }, { fetch: page });
    expect(answer).toEqual({ learner: expect.stringMatching(/^[0-9a-f]{16}$/), ignored: 1 });
    await expect
      .poll(() => room.getState().learners.get(answer.learner))
      .toMatchObject({ ignored: 1, passed: [{ check: 1 }] });
  });

  test("is closed for all by its teacher alone, and what was in it is forgotten", async () => {
    const access = await openOne();
    const ada = join(access, "Ada");
    await expect.poll(() => ada.events.length).toBe(1);
    expect(await failureOf(tellRoom(ada.access, { do: "close" }, { fetch: page }))).toMatchObject({
      code: "room-refused",
    });
    const room = lead(access);
    await room.close();
    // The answer to a first attempt may not have arrived.
    await room.close();
    const closed = { code: "room-closed", room: access.code };
    await expect.poll(() => ada.states.at(-1)).toEqual({ kind: "failed", failure: closed, isOver: true });
    ada.pass("01-a#one/quiz-2");
    await expect.poll(() => ada.states.filter(({ kind }) => kind === "failed").length).toBeGreaterThan(1);
    expect(await failureOf(findRoom(access.code, { fetch: page }))).toEqual(closed);
    const kept = await server?.store.read(access.code);
    expect([...(kept?.entries.keys() ?? [])]).toEqual(["room"]);
  });

  test("is left by whom its teacher takes out: they are told, do not come back by themselves, and may join again", async () => {
    const access = await openOne();
    const room = lead(access);
    const [ada, rude] = [join(access, "Ada"), join(access, "Rude")];
    await expect.poll(() => grid(room)).toEqual({ Ada: [], Rude: [] });
    const { id } = [...room.getState().learners.values()].find(({ name }) => name === "Rude") ?? { id: "" };
    const mine = { ...access, key: ada.access.key };
    expect(await failureOf(tellRoom(mine, { do: "remove", learner: id }, { fetch: page }))).toMatchObject({
      code: "room-refused",
    });
    await room.remove(id);
    await expect.poll(() => grid(room)).toEqual({ Ada: [] });
    await expect.poll(() => rude.states.at(-1)).toMatchObject({ failure: { code: "room-removed" }, isOver: true });
    const report = { do: "report", name: "Rude", report: reportOf([]) } as const;
    expect(await failureOf(reportTo(rude.access, report, { fetch: page }))).toMatchObject({ code: "room-removed" });
    const anew = lead(access);
    await expect.poll(() => grid(anew)).toEqual({ Ada: [] });
    join(access, "Rudi");
    await expect.poll(() => grid(room)).toEqual({ Ada: [], Rudi: [] });
    await room.remove("0123456789abcdef");
    expect(ada.states.at(-1)).toEqual({ kind: "live" });
  });

  test("takes no more learners than it may", async () => {
    server = createRoomServer({ store: roomsInMemory({ ...defaultBounds, entries: 5 }) });
    const access = await openOne();
    join(access, "Ada");
    const late = join(access, "Ben");
    await expect
      .poll(() => late.states)
      .toContainEqual({ kind: "failed", failure: { code: "room-full", room: access.code, limit: 120 }, isOver: false });
  });
});

describe("results are not lost", () => {
  test("when a learner was offline meanwhile", async () => {
    const access = await openOne();
    const room = lead(access);
    let isOnline = true;
    const ada = join(
      access,
      "Ada",
      pageFetch(() => (isOnline ? server : undefined)),
    );
    await expect.poll(() => grid(room)).toEqual({ Ada: [] });
    isOnline = false;
    ada.pass("01-a#one/quiz-2", "01-a#one/file_exists-1");
    await expect.poll(() => ada.states.at(-1)).toMatchObject({ failure: { code: "room-unreachable" } });
    // It is retried automatically.
    isOnline = true;
    await expect.poll(() => grid(room)).toEqual({ Ada: [0, 1] });
  });

  test("when the line breaks without a word: an answer that never comes counts as lost", async () => {
    const access = await openOne();
    const room = lead(access);
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
    let isBroken = true;
    const ada = join(access, "Ada", (path, init) => {
      if (!isBroken || init?.method !== "POST") return page(path, init);
      return new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
    });
    ada.pass("01-a#one/quiz-2");
    await expect.poll(() => ada.events.length).toBe(1);
    isBroken = false;
    timeout.mockRestore();
    late.abort(new DOMException("The time is up.", "TimeoutError"));
    await expect.poll(() => grid(room)).toEqual({ Ada: [1] });
    expect(ada.states).toContainEqual({ kind: "failed", failure: { code: "room-unreachable" }, isOver: false });
  });

  test("when the server is started anew: the teacher's page opens the room again, and learners report all", async () => {
    const access = await openOne();
    const room = lead(access);
    const [ada, ben] = [join(access, "Ada"), join(access, "Ben")];
    ada.pass("01-a#one/quiz-2");
    for (const step of ["one", "two"]) await room.look({ lesson: "01-a", step });
    await expect.poll(() => [grid(room), ben.events.length]).toEqual([{ Ada: [1], Ben: [] }, 3]);
    const look = room.getState().look;
    const lost = server?.store;
    server = undefined;
    ben.pass("01-a#one/file_exists-1");
    // This ends the streams of the old process.
    await lost?.close(access.code, { room: '{"closed":true}' });
    await expect.poll(() => room.getState().line).toMatchObject({ failure: { code: "room-unreachable" } });
    server = createRoomServer();
    await expect.poll(() => grid(room)).toEqual({ Ada: [1], Ben: [0] });
    await expect.poll(() => ben.events.at(-1)).toEqual({ kind: "here", look });
  });

  test("when the server is started anew twice, before all who were in the locked room are back", async () => {
    const access = await openOne();
    const room = lead(access);
    let isOnline = true;
    const learner = (name: string) =>
      join(
        access,
        name,
        pageFetch(() => (isOnline ? server : undefined)),
      );
    const [ada, ben] = [learner("Ada"), learner("Ben")];
    await expect.poll(() => grid(room)).toEqual({ Ada: [], Ben: [] });
    await room.remove([...room.getState().learners.values()].find(({ name }) => name === "Ben")?.id ?? "");
    await room.lock(true);
    await expect.poll(() => [grid(room), room.getState().isLocked]).toEqual([{ Ada: [] }, true]);
    isOnline = false;
    for (let turn = 0; turn < 2; turn++) {
      const lost = server?.store;
      server = createRoomServer();
      await lost?.close(access.code, { room: '{"closed":true}' });
      await expect.poll(() => [grid(room), room.getState().line.kind]).toEqual([{}, "live"]);
    }
    isOnline = true;
    ada.pass("01-a#one/quiz-2");
    await expect.poll(() => grid(room)).toEqual({ Ada: [1] });
    ben.leave();
    const request = { do: "report", name: "Ben", report: reportOf([]) } as const;
    expect(await failureOf(reportTo(ben.access, request, { fetch: page }))).toMatchObject({ code: "room-locked" });
  });

  test("when the server is started anew, and the teacher's page is opened anew while it is down", async () => {
    const access = await openOne();
    let stood: RoomStanding | undefined;
    const left = leadRoom({
      ...{ access, plan, fetch: page, waits },
      since: Date.now(),
      onStanding: (now) => (stood = now),
    });
    const ada = join(access, "Ada");
    await expect.poll(() => grid(left)).toEqual({ Ada: [] });
    await left.look({ lesson: "01-a", step: "two" });
    await left.lock(true);
    await expect.poll(() => left.getState()).toMatchObject({ isLocked: true, look: { step: "two" } });
    left.stop();
    const lost = server?.store;
    server = createRoomServer();
    await lost?.close(access.code, { room: '{"closed":true}' });
    const room = leadRoom({ ...{ access, plan, fetch: page, waits }, since: Date.now(), stood });
    closing.push(() => room.stop());
    ada.pass("01-a#one/quiz-2");
    await expect.poll(() => grid(room)).toEqual({ Ada: [1] });
    expect(room.getState()).toMatchObject({ isLocked: true, look: left.getState().look });
    const request = { do: "report", name: "Ben", report: reportOf([]) } as const;
    const ben = { ...access, key: freshKey() };
    expect(await failureOf(reportTo(ben, request, { fetch: page }))).toMatchObject({ code: "room-locked" });
  });

  test("and a page that is opened anew tells how the room stands, though nothing has changed: it still lasts", async () => {
    const access = await openOne();
    const stood: RoomStanding = { isLocked: false, known: [] };
    const told: RoomStanding[] = [];
    const onStanding = (now: RoomStanding) => void told.push(now);
    const room = leadRoom({ ...{ access, plan, fetch: page, waits }, since: Date.now(), stood, onStanding });
    closing.push(() => room.stop());
    await expect.poll(() => told).toEqual([stood]);
  });

  test("and a page that is opened anew while the room closes tells that it is closed", async () => {
    const access = await openOne();
    await lead(access).close();
    const onClosed = vi.fn();
    const room = leadRoom({ ...{ access, plan, fetch: page, waits }, since: Date.now(), onClosed });
    closing.push(() => room.stop());
    await expect.poll(() => onClosed.mock.calls.length).toBeGreaterThan(0);
  });

  test("but a room whose time is over is not opened again by a page that its teacher left open", async () => {
    const access = await openOne();
    const room = lead(access, page, Date.now() - roomLimits.life);
    await expect.poll(() => room.getState().line.kind).toBe("live");
    const lost = server?.store;
    server = createRoomServer();
    await lost?.close(access.code, { room: '{"closed":true}' });
    const missing = { code: "room-missing", room: access.code };
    await expect.poll(() => room.getState().line).toEqual({ kind: "failed", failure: missing, isOver: true });
    await room.close();
    expect(await failureOf(findRoom(access.code, { fetch: page }))).toEqual(missing);
  });

  test("nor what the teacher says before their page has heard that the server was started anew", async () => {
    const access = await openOne();
    const room = lead(access);
    const ada = join(access, "Ada");
    await expect.poll(() => grid(room)).toEqual({ Ada: [] });
    // Streams of the old process stay open.
    server = createRoomServer();
    await room.look({ lesson: "01-a", step: "two" });
    await room.close();
    ada.pass("01-a#one/quiz-2");
    await expect.poll(() => ada.states.at(-1)).toMatchObject({ failure: { code: "room-closed" } });
  });

  test("but go to no other room that has the code by then", async () => {
    const access = await openOne();
    const ada = join(access, "Ada");
    await expect.poll(() => ada.events.length).toBe(1);
    ada.leave();
    server = createRoomServer({ codeOf: async () => access.code });
    const other = await openOne();
    expect(other.code).toBe(access.code);
    const report = { do: "report", name: "Ada", report: reportOf(["01-a#one/quiz-2"]) } as const;
    expect(await failureOf(reportTo(ada.access, report, { fetch: page }))).toMatchObject({ code: "room-missing" });
    const room = lead(access);
    await expect
      .poll(() => room.getState().line)
      .toEqual({ kind: "failed", failure: { code: "room-other", room: access.code }, isOver: true });
  });
});

/** A learner's request for a stream as the server receives it. */
function fromLearner({ code, id }: RoomAccess, signal?: AbortSignal): Request {
  const headers = { ...fromPage, [addressHeader]: "192.0.2.1", [idHeader]: id, [keyHeader]: freshKey() };
  return new Request(`http://lab.example/api/room/${code}/events`, { headers, signal: signal ?? null });
}

describe("what is refused", () => {
  test("codes of no room, after five in a minute, the right one among them", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    const { code } = await openOne();
    const wrong = ["BBBBBB", "CCCCCC", "DDDDDD", "FFFFFF", "GGGGGG"];
    for (const guess of wrong)
      expect(await failureOf(findRoom(guess, { fetch: page }))).toMatchObject({ code: "room-missing" });
    const limited = { code: "room-rate-limited", why: "guesses", retryAfter: 60 };
    expect(await failureOf(findRoom(code, { fetch: page }))).toEqual(limited);
    expect(await failureOf(findRoom(code, { fetch: pageFetch(() => server, "192.0.2.2") }))).toBeUndefined();
    vi.advanceTimersByTime(60_000);
    expect(await failureOf(findRoom(code, { fetch: page }))).toBeUndefined();
  });

  test("a part in a room whose id is not known tells nothing of its code", async () => {
    const { code } = await openOne();
    const guess = (room: string) => {
      const access = { code: room, id: "0".repeat(32), key: freshKey() };
      return failureOf(tellRoom(access, { do: "close" }, { fetch: page }));
    };
    expect(await guess(code)).toEqual({ code: "room-missing", room: code });
    expect(await guess("BBBBBB")).toEqual({ code: "room-missing", room: "BBBBBB" });
  });

  test("a room whose code another one has: the page takes another secret", async () => {
    const { code } = await openOne();
    const codes = [code, code, "BCDFGH"];
    server = createRoomServer({ store: server?.store ?? roomsInMemory(), codeOf: async () => codes.shift() ?? code });
    expect(await openFreshRoom(plan, { fetch: page })).toMatchObject({ code: "BCDFGH" });
    expect(await failureOf(openFreshRoom(plan, { fetch: page }))).toEqual({ code: "room-other", room: code });
  });

  test("rooms, requests and streams past their number", async () => {
    const limiter = createRoomLimiter({
      ...defaultRates,
      openings: { narrow: { points: 2, duration: 60 }, wide: { points: 9, duration: 60 } },
      key: { points: 200, duration: 60 },
      streams: { all: 3, each: 2 },
      streamsOfKey: 1,
    });
    server = createRoomServer({ limiter });
    const access = await openOne();
    await openOne();
    expect(await failureOf(openOne())).toMatchObject({ why: "openings" });
    const [ada, ben] = [join(access, "Ada"), join(access, "Ben")];
    await expect.poll(() => [ada.events.length, ben.events.length]).toEqual([1, 1]);
    const third = join(access, "Cy");
    await expect.poll(() => third.states.at(-1)).toMatchObject({ failure: { why: "streams" } });
    ada.leave();
    await expect.poll(() => third.events.length).toBe(1);
    const close = () => failureOf(tellRoom({ ...access, key: ben.access.key }, { do: "close" }, { fetch: page }));
    for (let turn = 0; turn < 200; turn++) await close();
    expect(await close()).toMatchObject({ why: "requests" });
  });

  test("nothing to others for a stream whose reader left before it began", async () => {
    const limiter = createRoomLimiter({ ...defaultRates, streams: { all: 1, each: 1 } });
    server = createRoomServer({ limiter });
    const access = await openOne();
    const leaving = new AbortController();
    const gone = fromLearner(access, leaving.signal);
    leaving.abort();
    expect(await (await answerRooms(gone, server)).text()).toBe("");
    const staying = await answerRooms(fromLearner(access), server);
    expect(staying.status).toBe(200);
    await staying.body?.cancel();
  });

  test.each([
    ["no plan", {}],
    ["a lesson twice", { plan: { ...plan, lessons: [plan.lessons[0], plan.lessons[0]] } }],
    ["a workshop of nowhere", { plan: { ...plan, workshop: "https://evil.example" } }],
    ["more checks than a room has", { plan: { ...plan, lessons: [withChecks(401)] } }],
    ["a code of other letters", { plan, code: "AEIOUY" }],
    ["a title of two lines", { plan: { ...plan, title: "a\nb" } }],
  ])("to open a room with %s", async (_, body) => {
    const opening = openRoom({ key: freshKey(), ...body } as Parameters<typeof openRoom>[0], { fetch: page });
    expect(await failureOf(opening)).toMatchObject({ code: "room-refused" });
  });

  test("what is too large, too deep or no JSON", async () => {
    const access = await openOne();
    const send = async (body: string) => {
      const headers = { "x-skillground-room": access.id, "x-skillground-room-key": access.key };
      const response = await page(`/api/room/${access.code}`, { method: "POST", headers, body });
      return ((await response.json()) as { failure: unknown }).failure;
    };
    expect(await send(`{"do":"close","x":"${"x".repeat(200_000)}"}`)).toMatchObject({ code: "too-large" });
    expect(await send("[".repeat(50))).toEqual({ code: "room-refused", reason: "it is nested too deep" });
    expect(await send("close")).toMatchObject({ code: "room-refused" });
    expect(await send('{"do":"__proto__"}')).toMatchObject({ code: "room-refused" });
  });

  test.each([
    ["another site's page", { ...fromPage, "sec-fetch-site": "cross-site" }],
    ["another origin", { ...fromPage, origin: "https://evil.example" }],
    ["a form", { ...fromPage, "sec-fetch-dest": "document" }],
  ])("the request of %s", async (_, headers) => {
    const request = new Request("http://lab.example/api/room", { method: "POST", headers, body: "{}" });
    const response = await answerRooms(request, createRoomServer());
    expect([response.status, await response.json()]).toEqual([
      400,
      { failure: expect.objectContaining({ code: "room-refused" }) },
    ]);
  });

  test("all, where the operator has switched rooms off", async () => {
    server = createRoomServer({ isOffered: false });
    expect(await failureOf(openOne())).toEqual({ code: "rooms-off" });
  });
});

function withChecks(count: number) {
  const checks = Array.from({ length: count }, (_, index) => ({ id: `one/quiz-${index}`, label: "?" }));
  return { id: "a", title: "A", steps: [{ id: "one", title: "One", checks }] };
}

describe.skipIf(!findRedis())("two servers with one Redis", () => {
  async function redis(port?: number) {
    const started = await startRedis(port);
    closing.push(() => started.stop());
    return started;
  }
  async function serverAt(url: string): Promise<RoomDeps> {
    const store = await connectRedis(url);
    closing.push(() => store.close());
    return createRoomServer({ store: store.rooms, limiter: createRoomLimiter(defaultRates, store.countRate) });
  }

  test("have the same rooms, and count guesses together", async () => {
    const { url } = await redis();
    const [one, other] = [await serverAt(url), await serverAt(url)];
    const [pageOfOne, pageOfOther] = [pageFetch(() => one), pageFetch(() => other)];
    const access = await openOne(pageOfOne);
    const room = lead(access, pageOfOne);
    const ada = join(access, "Ada", pageOfOther);
    await expect.poll(() => grid(room)).toEqual({ Ada: [] });
    ada.pass("01-a#one/quiz-2");
    await expect.poll(() => grid(room)).toEqual({ Ada: [1] });
    await room.look({ lesson: "01-a", step: "two" });
    await expect.poll(() => ada.events.at(-1)).toMatchObject({ kind: "look", look: { step: "two" } });
    for (const guess of ["BBBBBB", "CCCCCC", "DDDDDD", "FFFFFF", "GGGGGG"]) {
      await failureOf(findRoom(guess, { fetch: pageOfOther }));
    }
    expect(await failureOf(findRoom(access.code, { fetch: pageOfOne }))).toMatchObject({ why: "guesses" });
  });

  test("go on where they were when Redis was away and is back, even empty", async () => {
    vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const started = await redis();
    const [one, other] = [await serverAt(started.url), await serverAt(started.url)];
    const access = await openOne(pageFetch(() => one));
    const room = lead(
      access,
      pageFetch(() => one),
    );
    const ada = join(
      access,
      "Ada",
      pageFetch(() => other),
    );
    await expect.poll(() => grid(room)).toEqual({ Ada: [] });
    await started.stop();
    ada.pass("01-a#one/quiz-2");
    await expect.poll(() => ada.states.at(-1)).toMatchObject({ failure: { code: "room-unreachable" } });
    const again = await redis(started.port);
    await expect.poll(() => grid(room)).toEqual({ Ada: [1] });
    const client = new Redis(again.url);
    closing.push(() => client.disconnect());
    for (const key of await client.keys("skillground:*")) expect(await client.ttl(key)).toBeGreaterThan(0);
  });
});
