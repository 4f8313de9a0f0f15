import { LRUCache } from "lru-cache";
import { type Failure, FailureError, failureOrThrow } from "#lib/failure.ts";
import { idHeader, keyHeader, type Look, type RoomInfo, type RoomPlan, readCode, roomLimits } from "#lib/room/room.ts";
import { meters } from "#lib/server/meters.ts";
import { pageObjection } from "#lib/server/own-page.ts";
import { visitorNetworks } from "#lib/server/visitor.ts";
import { leadRoom, lookNumber } from "./lead-room.ts";
import { indexPlan, type PlanIndex } from "./learner-record.ts";
import type { RoomLimiter } from "./room-limiter.ts";
import { readOpening, readRequest, refused } from "./room-messages.ts";
import { learnerOf, noLook, type RoomRecord, roomOf } from "./room-record.ts";
import type { RoomStore } from "./room-store.ts";
import { roomStream } from "./room-stream.ts";
import { requirePart, takeReport } from "./take-part.ts";

export interface RoomDeps {
  /** Whether this server offers rooms. */
  readonly isOffered: boolean;
  readonly store: RoomStore;
  readonly limiter: RoomLimiter;
  /** Milliseconds since approximately 1970, by a monotonic clock. */
  readonly now: () => number;
  /** `codeOfSecret`: the code of a teacher's secret at a time, in milliseconds since 1970. */
  readonly codeOf: (secret: string, time: number) => Promise<string>;
  /** Milliseconds between two heartbeats of a stream. */
  readonly beatMs: number;
}

/**
 * Answers the requests of pages about rooms, `/api/room[/{code}[/events]]`: opening, looking up, reporting, leading and
 * following. A refusal is `{ failure }`. Nothing is logged.
 */
export async function answerRooms(request: Request, deps: RoomDeps): Promise<Response> {
  try {
    const objection = pageObjection(request);
    if (objection !== undefined) throw refused(objection);
    if (!deps.isOffered) throw new FailureError({ code: "rooms-off" });
    const [code, events, ...more] = new URL(request.url).pathname.split("/").slice(3);
    if (more.length > 0 || (events !== undefined && events !== "events")) throw refused("there is no such address");
    if (code === undefined) return await open(request, deps);
    const asked = readCode(code);
    if (asked !== code) throw new FailureError({ code: "room-missing", room: code.slice(0, 20) });
    if (events) return await follow(request, code, deps);
    return request.method === "POST" ? await answerRequest(request, code, deps) : await tell(request, code, deps);
  } catch (caught) {
    return failureResponse(failureOrThrow(caught));
  }
}

async function open(request: Request, deps: RoomDeps): Promise<Response> {
  if (request.method !== "POST") throw refused("a room is opened by POST");
  const networks = visitorNetworks(request);
  const secret = keyIn(request);
  const id = roomOf(secret);
  const { plan, code: wanted, look, isLocked = false, known = [] } = await readOpening(request);
  await deps.limiter.open(networks);
  const leave = await deps.limiter.turn(networks, request.signal);
  const code = await codeOfRoom(secret, wanted, deps).finally(leave);
  const room: RoomRecord = { id, until: deps.now() + roomLimits.life, isLocked };
  const entries = {
    room: JSON.stringify(room),
    plan: JSON.stringify(plan),
    look: look ? JSON.stringify({ number: lookNumber(undefined, deps.now()), ...look } satisfies Look) : noLook,
    known: JSON.stringify(known),
  };
  const outcome = await deps.store.create(code, entries, networks);
  if (outcome === "full") throw new FailureError({ code: "rooms-full" });
  // Another page of its teacher was faster, or the room was not lost at all; another secret with the same code is
  // nearly impossible.
  if (outcome === "taken" && (await recordOf(code, deps))?.id !== id)
    throw new FailureError({ code: "room-other", room: code });
  return answer({ code, id });
}

/** @param wanted the code of a lost room, valid as long as a room may last */
async function codeOfRoom(secret: string, wanted: string | undefined, { codeOf, now }: RoomDeps): Promise<string> {
  const code = await codeOf(secret, now());
  if (wanted === undefined || wanted === code) return code;
  if (wanted === (await codeOf(secret, now() - roomLimits.life))) return wanted;
  throw refused("the code belongs to the key of another room");
}

/** What anyone with the code may know. */
async function tell(request: Request, code: string, deps: RoomDeps): Promise<Response> {
  const networks = visitorNetworks(request);
  await deps.limiter.mayGuess(networks);
  await deps.limiter.request(networks, `info ${networks.narrow}`);
  const record = await recordOf(code, deps);
  if (!record) {
    await deps.limiter.guessedWrong(networks);
    throw new FailureError({ code: "room-missing", room: code });
  }
  requireOpen(record, code);
  const { plan } = await planOf(record, code, deps);
  const info: RoomInfo = {
    id: record.id,
    workshop: plan.workshop,
    title: plan.title,
    lesson: plan.lessons[0]?.id ?? "",
  };
  return answer(info);
}

async function answerRequest(request: Request, code: string, deps: RoomDeps): Promise<Response> {
  const { record, key } = await enter(request, code, deps);
  const asked = await readRequest(request);
  if (asked.do === "report") {
    const { index } = await planOf(record, code, deps);
    const from = visitorNetworks(request);
    return answer(await takeReport({ code, record, learner: learnerOf(key), from }, asked, index, deps));
  }
  if (roomOf(key) !== record.id) throw refused("only its teacher may do that");
  return answer(await leadRoom(code, record, asked, deps));
}

async function follow(request: Request, code: string, deps: RoomDeps): Promise<Response> {
  const { record, key } = await enter(request, code, deps);
  const learner = roomOf(key) === record.id ? undefined : learnerOf(key);
  if (learner !== undefined) await requirePart(code, record, learner, deps.store);
  const taken = new AbortController();
  const leave = deps.limiter.stream(visitorNetworks(request), { code, key: learnerOf(key) }, () => taken.abort());
  const stream = roomStream({
    code,
    ...(learner !== undefined && { learner }),
    store: deps.store,
    now: deps.now,
    until: record.until,
    beatMs: deps.beatMs,
    signals: [request.signal, taken.signal],
    onEnd: leave,
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // A compressed stream would be held back; the last header is for nginx.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    },
  });
}

/**
 * The room in which a page takes part. The page sends the room's id, which nobody can guess. A missing room and another
 * room get the same answer, so that this cannot be used to try codes.
 */
async function enter(request: Request, code: string, deps: RoomDeps): Promise<{ record: RoomRecord; key: string }> {
  const key = keyIn(request);
  await deps.limiter.request(visitorNetworks(request), learnerOf(key));
  const record = await recordOf(code, deps);
  if (record?.id !== request.headers.get(idHeader)) throw new FailureError({ code: "room-missing", room: code });
  requireOpen(record, code);
  return { record, key };
}

async function recordOf(code: string, { store }: RoomDeps): Promise<RoomRecord | undefined> {
  const text = await store.readEntry(code, "room");
  return text === undefined ? undefined : (JSON.parse(text) as RoomRecord);
}

function requireOpen({ closed }: RoomRecord, room: string): void {
  if (closed) throw new FailureError({ code: "room-closed", room });
}

function keyIn({ headers }: Request): string {
  const key = headers.get(keyHeader) ?? "";
  if (!/^[\w-]{22,64}$/.test(key)) throw refused("the page did not say who asks");
  return key;
}

interface KnownPlan {
  readonly plan: RoomPlan;
  readonly index: PlanIndex;
}

/** A cache: a room's plan never changes, and each report needs it. */
const plans = new LRUCache<string, KnownPlan>({ max: 100 });

async function planOf({ id }: RoomRecord, code: string, { store }: RoomDeps): Promise<KnownPlan> {
  const name = `${code} ${id}`;
  const known = plans.get(name);
  if (known) return known;
  const text = await store.readEntry(code, "plan");
  if (text === undefined) throw new FailureError({ code: "room-missing", room: code });
  const plan = JSON.parse(text) as RoomPlan;
  const made = { plan, index: indexPlan(plan) };
  plans.set(name, made);
  return made;
}

function answer(value: object): Response {
  return Response.json(value, { headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" } });
}

const statuses: Partial<Record<Failure["code"], number>> = {
  "room-missing": 404,
  "rooms-off": 404,
  "room-closed": 410,
  "room-removed": 410,
  "room-other": 409,
  "room-locked": 409,
  "room-full": 409,
  "room-refused": 400,
  "too-large": 413,
  "room-rate-limited": 429,
  "rooms-full": 503,
  "room-unreachable": 503,
};

function failureResponse(failure: Failure): Response {
  meters().refused("rooms", failure.code);
  const headers = new Headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  if (failure.code === "room-rate-limited") headers.set("retry-after", String(failure.retryAfter));
  return Response.json({ failure }, { status: statuses[failure.code] ?? 400, headers });
}
