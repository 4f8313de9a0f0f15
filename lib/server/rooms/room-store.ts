import { roomLimits } from "#lib/room/room.ts";

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
  /** Makes a room, unless there is one of that code, or no place for another. */
  create(code: string, entries: Readonly<Record<string, string>>): Promise<"made" | "taken" | "full">;
  read(code: string): Promise<RoomContents | undefined>;
  readEntry(code: string, key: string): Promise<string | undefined>;
  /**
   * Puts what `change` makes of an entry in its place, and tells who watches. Where somebody else was faster, `change` is
   * asked again. `undefined` of it leaves the entry as it is. Resolves to `"full"` where the room takes no further entry.
   */
  change(code: string, key: string, change: EntryChange): Promise<"changed" | "left" | "gone" | "full">;
  /** Takes out all entries but these, without a word. */
  prune(code: string, kept: readonly string[]): Promise<void>;
  /** Tells of every change from the moment on in which it resolves, until the function is called that it resolves to. */
  watch(code: string, onNews: (news: RoomNews) => void): Promise<() => void>;
}

export type EntryChange = (before: string | undefined) => string | undefined;

export interface StoreBounds {
  readonly rooms: number;
  /** Of one room: learners, and what there is beside them. */
  readonly entries: number;
  /** Milliseconds after which a room ends. */
  readonly life: number;
  /** Characters of all rooms together, where they are in this process's memory. */
  readonly characters: number;
}

export const defaultBounds: StoreBounds = {
  rooms: 400,
  entries: roomLimits.learners + 3,
  life: roomLimits.life,
  characters: 48 * 1024 * 1024,
};

interface KeptRoom {
  version: number;
  readonly entries: Map<string, string>;
  readonly end: NodeJS.Timeout;
}

/** Rooms in the memory of this process: gone when it ends, upon which the pages of a room bring it back. */
export function roomsInMemory(bounds: StoreBounds = defaultBounds): RoomStore {
  const rooms = new Map<string, KeptRoom>();
  const watchers = new Map<string, Set<(news: RoomNews) => void>>();
  let characters = 0;
  const tell = (code: string, news: RoomNews) => {
    for (const onNews of [...(watchers.get(code) ?? [])]) onNews(news);
  };
  const end = (code: string) => {
    for (const value of rooms.get(code)?.entries.values() ?? []) characters -= value.length;
    rooms.delete(code);
    tell(code, "missed");
  };
  return {
    async create(code, given) {
      if (rooms.has(code)) return "taken";
      const entries = new Map(Object.entries(given));
      const size = [...entries.values()].reduce((sum, { length }) => sum + length, 0);
      if (rooms.size >= bounds.rooms || characters + size > bounds.characters) return "full";
      characters += size;
      rooms.set(code, { version: 1, entries, end: setTimeout(() => end(code), bounds.life).unref() });
      return "made";
    },
    async read(code) {
      const room = rooms.get(code);
      return room && { version: room.version, entries: new Map(room.entries) };
    },
    readEntry: async (code, key) => rooms.get(code)?.entries.get(key),
    async change(code, key, change) {
      const room = rooms.get(code);
      if (!room) return "gone";
      const before = room.entries.get(key);
      const value = change(before);
      if (value === undefined || value === before) return "left";
      const growth = value.length - (before?.length ?? 0);
      if (before === undefined && room.entries.size >= bounds.entries) return "full";
      if (growth > 0 && characters + growth > bounds.characters) return "full";
      characters += growth;
      room.entries.set(key, value);
      room.version++;
      tell(code, { version: room.version, key, value });
      return "changed";
    },
    async prune(code, kept) {
      const entries = rooms.get(code)?.entries ?? new Map<string, string>();
      for (const [key, value] of [...entries]) {
        if (kept.includes(key)) continue;
        characters -= value.length;
        entries.delete(key);
      }
    },
    async watch(code, onNews) {
      const watching = watchers.get(code) ?? new Set();
      watchers.set(code, watching.add(onNews));
      return () => {
        watching.delete(onNews);
        if (watching.size === 0 && watchers.get(code) === watching) watchers.delete(code);
      };
    },
  };
}
