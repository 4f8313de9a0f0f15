import { roomLimits } from "#lib/room/room.ts";
import type { Networks } from "#lib/server/visitor.ts";
import type { SpaceBounds } from "./room-space.ts";

/** Everything that is kept of a room: texts by their keys. `version` grows with each change. */
export interface RoomContents {
  readonly version: number;
  readonly entries: ReadonlyMap<string, string>;
}

export interface RoomChange {
  /** Of the room, with this change. */
  readonly version: number;
  readonly key: string;
  readonly value: string;
}

/** `"missed"`: changes may have gone by unseen, so that the room is to be read again, or is gone. */
export type RoomNews = RoomChange | "missed";

/**
 * Where rooms are kept. It knows of a room only that it has entries, changes one at a time, and ends. Each method rejects
 * with `room-unreachable` where the store cannot be reached.
 */
export interface RoomStore {
  /**
   * Makes a room, unless there is one of that code, or no space for another (`roomsToEnd`; whose room ends for it hears
   * `"missed"`).
   */
  create(code: string, entries: RoomEntries, from: Networks): Promise<"made" | "taken" | "full">;
  read(code: string): Promise<RoomContents | undefined>;
  readEntry(code: string, key: string): Promise<string | undefined>;
  /**
   * Puts what `change` makes of an entry in its place, and tells who watches. Where somebody else was faster, `change` is
   * asked again. `undefined` of it leaves the entry as it is. Resolves to `"full"` where the room takes no further entry, to
   * `"no-space"` where all rooms together have no characters for it, to `"gone"` also where the room is closed.
   */
  change(code: string, key: string, change: EntryChange): Promise<ChangeOutcome>;
  /**
   * Closes a room: it has these entries and no others, takes no space of other rooms any more, and is kept for as long as there is
   * some for what is closed.
   */
  close(code: string, entries: RoomEntries): Promise<void>;
  /** A teacher's page follows the room at this moment: it is none of those that were left. */
  led(code: string): Promise<void>;
  /** Tells of every change from the moment on in which it resolves, until the function is called that it resolves to. */
  watch(code: string, onNews: (news: RoomNews) => void): Promise<() => void>;
}

export type RoomEntries = Readonly<Record<string, string>>;

export type ChangeOutcome = "changed" | "left" | "gone" | "full" | "no-space";

export type EntryChange = (before: string | undefined) => string | undefined;

export interface StoreBounds extends SpaceBounds {
  /** Of one room: learners, and what there is beside them. An empty entry counts as none. */
  readonly entries: number;
  /** Empty entries of one room; all go when there are more. */
  readonly emptyEntries: number;
  /** Milliseconds after which a room ends. */
  readonly life: number;
  /** Closed rooms that are still known as such. */
  readonly closed: number;
}

/**
 * Half of all is much for the largest school: 200 rooms at once, 24 million characters, which are forty learners with thirty
 * checks passed (60,000) in each. The other half is out of reach for it, however many addresses it has.
 */
export const defaultBounds: StoreBounds = {
  rooms: 400,
  characters: 48 * 1024 * 1024,
  share: 0.5,
  // Three signs of life of a stream; a page follows the room that it has opened within a moment.
  leftAfter: 60_000,
  unledAfter: 10_000,
  entries: roomLimits.learners + 4,
  emptyEntries: 5 * roomLimits.learners,
  life: roomLimits.life,
  closed: 2000,
};
