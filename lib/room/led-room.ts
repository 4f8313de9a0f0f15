import { FailureError, failureOf } from "#lib/failure.ts";
import { type AskOptions, openRoom, type RoomAccess, tellRoom } from "./ask-room.ts";
import { isYoung } from "./kept-rooms.ts";
import {
  type Look,
  plainName,
  type RoomPlan,
  type RoomRequest,
  type RoomStanding,
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
  /** Ids of those who were in the room before it was lost. */
  readonly known?: readonly string[] | undefined;
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
  /** How the room stood when this browser last heard of it. */
  readonly stood?: RoomStanding | undefined;
  /** Called with how the room stands, whenever the server tells of it as a whole or that has changed. */
  readonly onStanding?: (standing: RoomStanding) => void;
  /** Called once the room is known to be closed, whichever page of its teacher has closed it. */
  readonly onClosed?: () => void;
  readonly waits?: LineWaits;
}

/**
 * Leads a room from this page: follows it, and reopens it with everything it knows where the server has lost it; not
 * past its time, as learners are told that a room ends after twelve hours.
 */
export function leadRoom({ access, plan, since, stood, onStanding, onClosed, fetch, waits }: LedRoomOptions): LedRoom {
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  const options = fetch ? { fetch } : {};
  let state: LedRoomState = { line: { kind: "connecting" }, learners: new Map(), isLocked: false, ...stood };
  const set = (change: Partial<LedRoomState>) => {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  };
  const reopen = async () => {
    if (!isYoung(since)) throw new FailureError({ code: "room-missing", room: access.code });
    await openRoom({ key: access.key, code: access.code, plan, ...standingOf(state) }, options);
  };
  const tell = (request: RoomRequest) => tellRoom(access, request, { ...options, onMissing: reopen });
  void followRoom<TeacherEvent>({
    access,
    signal: closing.signal,
    onEvent: (event) => {
      const before = JSON.stringify(standingOf(state));
      set(afterEvent(state, event));
      const standing = standingOf(state);
      if (event.kind === "room" || JSON.stringify(standing) !== before) onStanding?.(standing);
    },
    onState: (line) => {
      if (line.kind !== "live" || state.line.kind !== "live") set({ line });
      if (line.kind === "failed" && line.failure.code === "room-closed") onClosed?.();
    },
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
      onClosed?.();
    },
    stop: () => closing.abort(),
  };
}

/** The failures that say that the server no longer has this room, and will not have it again. */
const goneCodes: ReadonlySet<string> = new Set(["room-closed", "room-missing", "room-other"]);

function standingOf({ look, isLocked, learners, known = [] }: LedRoomState): RoomStanding {
  // Lost again, it may not have all of them back yet.
  const all = new Set([...learners.keys(), ...known]);
  return { ...(look && { look }), isLocked, known: [...all].slice(0, roomLimits.learners) };
}

/** What an event changes. */
function afterEvent({ learners, known }: LedRoomState, event: TeacherEvent): Partial<LedRoomState> {
  switch (event.kind) {
    case "room": {
      const { look, isLocked } = event;
      return { learners: new Map(event.learners.map(heard)), look, isLocked, known: event.known };
    }
    case "learner":
      return { learners: new Map([...learners, heard(event.learner)]) };
    case "removed": {
      const isOther = (id: string) => id !== event.learner;
      return { learners: new Map([...learners].filter(([id]) => isOther(id))), known: known?.filter(isOther) };
    }
    case "lock":
      return { isLocked: event.isLocked };
    case "look":
      return { look: event.look };
  }
}

function heard(learner: ShownLearner): [string, HeardLearner] {
  return [learner.id, { ...learner, name: plainName(learner.name), heardAt: performance.now() }];
}
