import { sharedStore } from "#lib/server/store/shared-store.ts";
import { codeOfSecret } from "./room-codes.ts";
import { createRoomLimiter } from "./room-limiter.ts";
import type { RoomDeps } from "./rooms.ts";

let parts: Promise<Pick<RoomDeps, "store" | "limiter">> | undefined;

/** One store and one set of counts per process: all routes of rooms must be in one bundle. */
export async function roomDeps(): Promise<RoomDeps> {
  parts ??= createParts();
  return {
    ...(await parts),
    isOffered: offersRooms(process.env),
    // Monotonic: setting the clock while the process runs makes nobody faster or slower.
    now: () => performance.timeOrigin + performance.now(),
    codeOf: codeOfSecret,
    beatMs: 20_000,
  };
}

/**
 * Whether the operator allows live rooms: `LIVE_ROOMS`.
 * @throws Error for an invalid value
 */
export function offersRooms({ LIVE_ROOMS = "on" }: Readonly<Record<string, string | undefined>>): boolean {
  if (LIVE_ROOMS !== "on" && LIVE_ROOMS !== "off") {
    throw new Error(`LIVE_ROOMS: ${JSON.stringify(LIVE_ROOMS)} is neither on nor off.`);
  }
  return LIVE_ROOMS === "on";
}

async function createParts() {
  const { countRate, rooms } = await sharedStore(process.env.REDIS_URL);
  return { store: rooms, limiter: createRoomLimiter(undefined, countRate) };
}
