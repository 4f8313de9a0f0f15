import type { SharedAnswers } from "#lib/server/relay/kept-answers.ts";
import { roomsInMemory } from "#lib/server/rooms/memory-rooms.ts";
import type { RoomStore } from "#lib/server/rooms/room-store.ts";
import { type CountRate, countInMemory } from "./counts.ts";

/** The store of counts, answers and live rooms that all processes of a site share. */
export interface SharedStore {
  readonly countRate: CountRate;
  /** `undefined` where there is only one process. */
  readonly answers: SharedAnswers | undefined;
  readonly rooms: RoomStore;
}

let opened: Promise<SharedStore> | undefined;

/**
 * The Redis at `url`, opened once per process; without a URL, the memory of this process. Waits only a moment for the
 * connection.
 * @throws Error for an address that is not a Redis URL, at every call.
 */
export function sharedStore(url: string | undefined): Promise<SharedStore> {
  opened ??= url ? openRedis(url) : Promise.resolve(inMemory());
  return opened;
}

function inMemory(): SharedStore {
  return { countRate: countInMemory, answers: undefined, rooms: roomsInMemory() };
}

/** Imported only here: most installations are one process. */
async function openRedis(url: string): Promise<SharedStore> {
  const { connectRedis } = await import("./redis-store.ts");
  return connectRedis(url);
}
