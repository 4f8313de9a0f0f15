import { LRUCache } from "lru-cache";
import type { Networks } from "#lib/server/visitor.ts";
import { type AskedSpace, type HeldRoom, roomsToEnd } from "./room-space.ts";
import {
  type ChangeOutcome,
  defaultBounds,
  type EntryChange,
  type RoomContents,
  type RoomEntries,
  type RoomNews,
  type RoomStore,
  type StoreBounds,
} from "./room-store.ts";

interface KeptRoom extends HeldRoom {
  version: number;
  ledAt: number | undefined;
  characters: number;
  readonly entries: Map<string, string>;
  readonly end: NodeJS.Timeout;
}

/** Rooms in the memory of this process: lost when it ends; the pages of a room then bring it back. */
export function roomsInMemory(bounds: StoreBounds = defaultBounds): RoomStore {
  const rooms = new Rooms(bounds);
  return {
    create: async (code, entries, from) => rooms.create(code, entries, from),
    read: async (code) => rooms.read(code),
    readEntry: async (code, key) => rooms.readEntry(code, key),
    change: async (code, key, change) => rooms.change(code, key, change),
    close: async (code, entries) => rooms.close(code, entries),
    led: async (code) => rooms.led(code),
    watch: async (code, onNews) => rooms.watch(code, onNews),
  };
}

class Rooms {
  readonly #bounds: StoreBounds;
  readonly #rooms = new Map<string, KeptRoom>();
  readonly #closed: LRUCache<string, RoomContents>;
  readonly #watchers = new Map<string, Set<(news: RoomNews) => void>>();

  constructor(bounds: StoreBounds) {
    this.#bounds = bounds;
    this.#closed = new LRUCache({ max: bounds.closed, ttl: bounds.life });
  }

  create(code: string, given: RoomEntries, from: Networks): "made" | "taken" | "full" {
    if (this.#rooms.has(code) || this.#closed.has(code)) return "taken";
    const characters = Object.values(given).reduce((sum, { length }) => sum + length, 0);
    if (!this.#makeSpace({ from, characters })) return "full";
    const now = performance.now();
    const end = setTimeout(() => this.#end(code), this.#bounds.life).unref();
    const entries = new Map(Object.entries(given));
    this.#rooms.set(code, { code, from, openedAt: now, ledAt: undefined, characters, version: 1, entries, end });
    return "made";
  }

  read(code: string): RoomContents | undefined {
    const room = this.#rooms.get(code);
    return room ? { version: room.version, entries: new Map(room.entries) } : this.#closed.get(code);
  }

  readEntry(code: string, key: string): string | undefined {
    return (this.#rooms.get(code) ?? this.#closed.get(code))?.entries.get(key);
  }

  change(code: string, key: string, change: EntryChange): ChangeOutcome {
    const room = this.#rooms.get(code);
    if (!room) return "gone";
    const before = room.entries.get(key);
    const value = change(before);
    if (value === undefined || value === before) return "left";
    if (!before && value !== "" && filled(room) >= this.#bounds.entries) return "full";
    const growth = value.length - (before?.length ?? 0);
    if (growth > 0 && !this.#makeSpace({ from: room.from, characters: growth, code })) return "no-space";
    room.characters += growth;
    room.entries.set(key, value);
    if (value === "") this.#dropEmpty(room, key);
    room.version++;
    this.#tell(code, { version: room.version, key, value });
    return "changed";
  }

  close(code: string, given: RoomEntries): void {
    const room = this.#rooms.get(code);
    if (!room) return;
    this.#closed.set(code, { version: room.version + 1, entries: new Map(Object.entries(given)) });
    this.#end(code);
  }

  led(code: string): void {
    const room = this.#rooms.get(code);
    if (room) room.ledAt = performance.now();
  }

  watch(code: string, onNews: (news: RoomNews) => void): () => void {
    const watching = this.#watchers.get(code) ?? new Set();
    this.#watchers.set(code, watching.add(onNews));
    return () => {
      watching.delete(onNews);
      if (watching.size === 0 && this.#watchers.get(code) === watching) this.#watchers.delete(code);
    };
  }

  #dropEmpty(room: KeptRoom, kept: string): void {
    if (room.entries.size - filled(room) <= this.#bounds.emptyEntries) return;
    for (const [key, value] of [...room.entries]) if (value === "" && key !== kept) room.entries.delete(key);
  }

  #makeSpace(asked: AskedSpace): boolean {
    const ended = roomsToEnd([...this.#rooms.values()], asked, this.#bounds, performance.now());
    for (const code of ended ?? []) this.#end(code);
    return ended !== undefined;
  }

  #end(code: string): void {
    clearTimeout(this.#rooms.get(code)?.end);
    this.#rooms.delete(code);
    this.#tell(code, "missed");
  }

  #tell(code: string, news: RoomNews): void {
    for (const onNews of [...(this.#watchers.get(code) ?? [])]) onNews(news);
  }
}

function filled({ entries }: KeptRoom): number {
  let count = 0;
  for (const value of entries.values()) if (value !== "") count++;
  return count;
}
