import { roomLimits } from "#lib/room/room.ts";
import type { Networks } from "#lib/server/visitor.ts";
import type { SpaceBounds } from "./room-space.ts";

/** Everything that is stored of a room: texts by key. `version` grows with each change. */
export interface RoomContents {
  readonly version: number;
  readonly entries: ReadonlyMap<string, string>;
}

export interface RoomChange {
  /** The room's version with this change. */
  readonly version: number;
  readonly key: string;
  readonly value: string;
}

/** `"missed"`: changes may have been missed, so the room must be read again, or is gone. */
export type RoomNews = RoomChange | "missed";

/**
 * A store of rooms. It only knows that a room has entries, changes one at a time, and ends. Each method rejects with
 * `room-unreachable` where the store cannot be reached.
 */
export interface RoomStore {
  /**
   * Creates a room, unless its code is taken or there is no space (`roomsToEnd`; watchers of a room that ends for it
   * get `"missed"`).
   */
  create(code: string, entries: RoomEntries, from: Networks): Promise<"made" | "taken" | "full">;
  read(code: string): Promise<RoomContents | undefined>;
  readEntry(code: string, key: string): Promise<string | undefined>;
  /**
   * Replaces an entry with what `change` returns for it, and tells the watchers. Where somebody else was faster,
   * `change` is called again. Returning `undefined` leaves the entry unchanged. Resolves to `"full"` where the room
   * takes no further entry, to `"no-space"` where all rooms together have no characters left, and to `"gone"` also
   * where the room is closed.
   */
  change(code: string, key: string, change: EntryChange): Promise<ChangeOutcome>;
  /**
   * Closes a room: it has only these entries from now on, takes no space from other rooms, and is kept as long as there
   * is space for closed rooms.
   */
  close(code: string, entries: RoomEntries): Promise<void>;
  /** Records that a teacher's page follows the room at this moment, so that it does not count as abandoned. */
  led(code: string): Promise<void>;
  /** Reports every change from the moment in which it resolves, until the function is called to which it resolves. */
  watch(code: string, onNews: (news: RoomNews) => void): Promise<() => void>;
}

export type RoomEntries = Readonly<Record<string, string>>;

export type ChangeOutcome = "changed" | "left" | "gone" | "full" | "no-space";

export type EntryChange = (before: string | undefined) => string | undefined;

export interface StoreBounds extends SpaceBounds {
  /** The most entries of one room: learners, and others. Empty entries do not count. */
  readonly entries: number;
  /** The most empty entries of one room; when there are more, all are removed. */
  readonly emptyEntries: number;
  /** Milliseconds after which a room ends. */
  readonly life: number;
  /** The number of closed rooms that are remembered. */
  readonly closed: number;
}

/**
 * Half of the total is plenty for the largest school: 200 rooms at once and 24 million characters, which are forty
 * learners with thirty passed checks (60,000) in each. No single network can take the other half, however many
 * addresses it has.
 */
export const defaultBounds: StoreBounds = {
  rooms: 400,
  characters: 48 * 1024 * 1024,
  share: 0.5,
  // Three heartbeats of a stream; a page follows the room that it has opened within a moment.
  leftAfter: 60_000,
  unledAfter: 10_000,
  entries: roomLimits.learners + 4,
  emptyEntries: 5 * roomLimits.learners,
  life: roomLimits.life,
  closed: 2000,
};
