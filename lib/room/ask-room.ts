import { type Failure, FailureError, failureOf } from "#lib/failure.ts";
import {
  freshKey,
  idHeader,
  keyHeader,
  type LostRoom,
  type ReportAnswer,
  type RoomInfo,
  type RoomPlan,
  type RoomRequest,
} from "./room.ts";

/** A page's access to a room. */
export interface RoomAccess {
  readonly code: string;
  /** `RoomInfo.id` */
  readonly id: string;
  /** The teacher's secret, or a learner's own key. */
  readonly key: string;
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** The page's own `fetch`, unless given. */
  readonly fetch?: typeof fetch;
}

/** Opens a room for a plan, with a new secret. Rejects with a `FailureError`. */
export async function openFreshRoom(plan: RoomPlan, options: AskOptions = {}): Promise<RoomAccess> {
  for (let turn = 1; ; turn++) {
    try {
      return await openRoom({ key: freshKey(), plan }, options);
    } catch (caught) {
      // The code is derived from the secret, and may be another room's.
      if (failureOf(caught)?.code !== "room-other" || turn === 3) throw caught;
    }
  }
}

/** Opens a room, or reopens one that the server has lost. Rejects with a `FailureError`. */
export async function openRoom(
  given: { readonly key: string; readonly plan: RoomPlan } & Partial<LostRoom>,
  options: AskOptions = {},
): Promise<RoomAccess> {
  const { key, ...body } = given;
  const opened = (await ask("/api/room", post({ [keyHeader]: key }, body), options)) as Omit<RoomAccess, "key">;
  return { ...opened, key };
}

/** What anyone with its code may know about a room. Rejects with a `FailureError`. */
export async function findRoom(code: string, options: AskOptions = {}): Promise<RoomInfo> {
  return (await ask(`/api/room/${code}`, {}, options)) as RoomInfo;
}

export interface TellOptions extends AskOptions {
  /** Called when the server does not know the room, before the request is sent once more: a teacher's page reopens it then. */
  readonly onMissing?: () => Promise<void>;
}

/** Rejects with a `FailureError`. */
export async function tellRoom(access: RoomAccess, request: RoomRequest, options: TellOptions = {}): Promise<unknown> {
  const { onMissing, ...asking } = options;
  const tell = () => ask(`/api/room/${access.code}`, post(headersOf(access), request), asking);
  if (!onMissing) return tell();
  return tell().catch(async (caught: unknown) => {
    if (failureOf(caught)?.code !== "room-missing") throw caught;
    await onMissing();
    return tell();
  });
}

/** Sends a learner's report to the room. Rejects with a `FailureError`. */
export async function reportTo(
  access: RoomAccess,
  report: Extract<RoomRequest, { do: "report" }>,
  options: AskOptions = {},
): Promise<ReportAnswer> {
  return (await tellRoom(access, report, options)) as ReportAnswer;
}

/** The stream of a room's events. Rejects with a `FailureError`. */
export async function roomEvents(access: RoomAccess, options: AskOptions = {}): Promise<ReadableStream<Uint8Array>> {
  const init = { headers: headersOf(access), cache: "no-store" } as const;
  const { body } = await send(`/api/room/${access.code}/events`, init, options);
  if (!body) throw new FailureError({ code: "room-unreachable" });
  return body;
}

function headersOf({ id, key }: RoomAccess): Record<string, string> {
  return { [idHeader]: id, [keyHeader]: key };
}

function post(headers: Record<string, string>, body: object): RequestInit {
  return { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

/**
 * Milliseconds after which an answer counts as lost. On a line that has broken without a word, as after a laptop's
 * sleep, a browser would wait for many minutes.
 */
const patience = 30_000;

async function ask(path: string, init: RequestInit, options: AskOptions): Promise<unknown> {
  const late = AbortSignal.timeout(patience);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  const response = await send(path, init, { ...options, signal });
  return response.json().catch(unreachable);
}

async function send(
  path: string,
  init: RequestInit,
  { signal, fetch: request = fetch }: AskOptions,
): Promise<Response> {
  const response = await request(path, { ...init, ...(signal && { signal }) }).catch(unreachable);
  if (response.ok) return response;
  const said = (await response.json().catch(() => ({}))) as { readonly failure?: Failure };
  // Any other answer comes from something between here and the server.
  throw new FailureError(said.failure ?? { code: "room-unreachable" });
}

function unreachable(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
  throw new FailureError({ code: "room-unreachable" }, { cause });
}
