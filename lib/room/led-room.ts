import { FailureError, failureOf } from "#lib/failure.ts";
import { type AskOptions, openRoom, type RoomAccess, tellRoom } from "./ask-room.ts";
import { isYoung } from "./kept-rooms.ts";
import {
  type Look,
  type LostRoom,
  plainName,
  type RoomPlan,
  type RoomRequest,
  roomLimits,
  type ShownLearner,
  type TeacherEvent,
  type WantedLook,
} from "./room.ts";
import { followRoom, type LineState, type LineWaits } from "./room-line.ts";

/** What a teacher's page knows of its room. */
export interface LedRoomState {
  readonly line: LineState;
  readonly learners: ReadonlyMap<string, HeardLearner>;
  readonly look?: Look | undefined;
  /** Whether new learners are refused. */
  readonly isLocked: boolean;
}

/** A learner, with the time of the last message, by the page's monotonic clock in milliseconds. */
export interface HeardLearner extends ShownLearner {
  readonly heardAt: number;
}

export interface LedRoom {
  getState(): LedRoomState;
  /** @returns a function that ends this */
  subscribe(listener: () => void): () => void;
  /** Points learners at something, or at nothing any more. Rejects with a `FailureError`. */
  look(look: WantedLook | undefined): Promise<void>;
  /** Removes a learner, who may join again. Rejects with a `FailureError`. */
  remove(learner: string): Promise<void>;
  /** Removes all learners without a passed check; resolves to their number. Rejects with a `FailureError`. */
  removeUnpassed(): Promise<number>;
  /** Refuses new learners from now on, or accepts them again. Rejects with a `FailureError`. */
  lock(isLocked: boolean): Promise<void>;
  /** Closes the room for all. Rejects with a `FailureError`. */
  close(): Promise<void>;
  /** Stops following; the room stays open. */
  stop(): void;
}

export interface LedRoomOptions extends Pick<AskOptions, "fetch"> {
  readonly access: RoomAccess;
  readonly plan: RoomPlan;
  /** When the room was opened, in milliseconds since 1970. */
  readonly since: number;
  readonly waits?: LineWaits;
}

/**
 * Leads a room from this page: follows it, and reopens it with everything it knows where the server has lost it; not
 * past its time, as learners are told that a room ends after twelve hours.
 */
export function leadRoom({ access, plan, since, fetch, waits }: LedRoomOptions): LedRoom {
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  const options = fetch ? { fetch } : {};
  let state: LedRoomState = { line: { kind: "connecting" }, learners: new Map(), isLocked: false };
  const set = (change: Partial<LedRoomState>) => {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  };
  const onEvent = (event: TeacherEvent) => {
    if (event.kind === "room")
      set({ learners: new Map(event.learners.map(heard)), look: event.look, isLocked: event.isLocked });
    else if (event.kind === "learner") set({ learners: new Map([...state.learners, heard(event.learner)]) });
    else if (event.kind === "removed") set({ learners: without(state.learners, event.learner) });
    else if (event.kind === "lock") set({ isLocked: event.isLocked });
    else if (event.kind === "look") set({ look: event.look });
  };
  const reopen = async () => {
    if (!isYoung(since)) throw new FailureError({ code: "room-missing", room: access.code });
    await openRoom({ key: access.key, code: access.code, plan, ...lostRoom(state) }, options);
  };
  const tell = (request: RoomRequest) => tellRoom(access, request, { ...options, onMissing: reopen });
  void followRoom<TeacherEvent>({
    access,
    signal: closing.signal,
    onEvent,
    onState: (line) => (line.kind === state.line.kind && line.kind === "live" ? undefined : set({ line })),
    onMissing: reopen,
    ...options,
    ...(waits && { waits }),
  });
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async look(look) {
      await tell({ do: "look", ...(look && { look }) });
    },
    async remove(learner) {
      await tell({ do: "remove", learner });
    },
    async removeUnpassed() {
      const { removed } = (await tell({ do: "remove-unpassed" })) as { readonly removed: number };
      return removed;
    },
    async lock(isLocked) {
      await tell({ do: "lock", isLocked });
    },
    async close() {
      await tell({ do: "close" }).catch((caught: unknown) => {
        // An earlier attempt may have closed it, without its answer; or it is lost for good.
        if (!goneCodes.has(failureOf(caught)?.code ?? "")) throw caught;
      });
    },
    stop: () => closing.abort(),
  };
}

/** The failures that say that the server no longer has this room, and will not have it again. */
const goneCodes: ReadonlySet<string> = new Set(["room-closed", "room-missing", "room-other"]);

function lostRoom({ look, isLocked, learners }: LedRoomState): Omit<LostRoom, "code"> {
  const known = [...learners.keys()].slice(0, roomLimits.learners);
  return { ...(look && { look }), isLocked, known };
}

function without(learners: LedRoomState["learners"], id: string): LedRoomState["learners"] {
  return new Map([...learners].filter(([each]) => each !== id));
}

function heard(learner: ShownLearner): [string, HeardLearner] {
  return [learner.id, { ...learner, name: plainName(learner.name), heardAt: performance.now() }];
}
