import type { Look, RoomRequest } from "#lib/room/room.ts";
import { changeEntry } from "./change-entry.ts";
import { hasPassed, isLearnerKey, learnerKey, lookIn, noLook, type RoomRecord, removedLearner } from "./room-record.ts";
import type { RoomStore } from "./room-store.ts";

type Lead = Exclude<RoomRequest, { do: "report" }>;

interface LeadDeps {
  readonly store: RoomStore;
  /** Milliseconds since approximately 1970. */
  readonly now: () => number;
}

/**
 * Carries out what the teacher of a room requests.
 * @returns the answer to their page
 */
export async function leadRoom(
  code: string,
  record: RoomRecord,
  asked: Lead,
  { store, now }: LeadDeps,
): Promise<object> {
  switch (asked.do) {
    case "look":
      await changeEntry(store, code, "look", (before) => {
        const number = lookNumber(lookIn(before).look, now());
        return asked.look ? JSON.stringify({ ...asked.look, number } satisfies Look) : noLook;
      });
      return {};
    case "lock":
      await changeEntry(store, code, "room", () => JSON.stringify({ ...record, isLocked: asked.isLocked }));
      return {};
    case "remove":
      await changeEntry(store, code, learnerKey(asked.learner), (before) => before && removedLearner);
      return {};
    case "remove-unpassed":
      return { removed: await removeUnpassed(code, store) };
    case "close":
      await store.close(code, { room: JSON.stringify({ ...record, closed: true } satisfies RoomRecord) });
      return {};
  }
}

/**
 * The number of a new pointing. Of the time, and not counted on: a count would begin anew after the teacher points at
 * nothing, and where the room is lost, and give a number that learners' pages take for an earlier pointing.
 */
export function lookNumber(before: Look | undefined, now: number): number {
  return Math.max(Math.floor(now), (before?.number ?? 0) + 1);
}

async function removeUnpassed(code: string, store: RoomStore): Promise<number> {
  const entries = (await store.read(code))?.entries ?? new Map<string, string>();
  let removed = 0;
  for (const [key, value] of entries) {
    if (!isLearnerKey(key) || hasPassed(value)) continue;
    // A learner who passes something at this very moment stays.
    const outcome = await store.change(code, key, (before) => (hasPassed(before) ? undefined : removedLearner));
    if (outcome === "changed") removed++;
  }
  return removed;
}
