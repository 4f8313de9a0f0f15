import type { SharedAnswers } from "#lib/server/relay/kept-answers.ts";
import { roomsInMemory } from "#lib/server/rooms/memory-rooms.ts";
import type { RoomStore } from "#lib/server/rooms/room-store.ts";
import { type CountRate, countInMemory } from "./counts.ts";

/** Where counts, answers and live rooms are that all processes of a site have in common. */
export interface SharedStore {
  readonly countRate: CountRate;
  /** `undefined` where there is but one process. */
  readonly answers: SharedAnswers | undefined;
  readonly rooms: RoomStore;
}

let opened: Promise<SharedStore> | undefined;

/**
 * The Redis at `url`, opened once for the process; without one, the memory of this process. Waits a moment for the
 * connection and no longer. @throws Error for an address that is none of Redis, at every call.
 */
export function sharedStore(url: string | undefined): Promise<SharedStore> {
  opened ??= url ? openRedis(url) : Promise.resolve(inMemory());
  return opened;
}

function inMemory(): SharedStore {
  return { countRate: countInMemory, answers: undefined, rooms: roomsInMemory() };
}

/** Loaded only here: most installations are one process. */
async function openRedis(url: string): Promise<SharedStore> {
  const { connectRedis } = await import("./redis-store.ts");
  return connectRedis(url);
}
