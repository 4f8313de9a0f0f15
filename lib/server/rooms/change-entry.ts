import { FailureError } from "#lib/failure.ts";
import { roomLimits } from "#lib/room/room.ts";
import type { EntryChange, RoomStore } from "./room-store.ts";

/**
 * Like `RoomStore.change`, but every outcome other than the change is a failure.
 * @throws FailureError `room-missing`, `room-full`, `rooms-full`
 */
export async function changeEntry(store: RoomStore, code: string, key: string, change: EntryChange): Promise<void> {
  const outcome = await store.change(code, key, change);
  if (outcome === "gone") throw new FailureError({ code: "room-missing", room: code });
  if (outcome === "full") throw new FailureError({ code: "room-full", room: code, limit: roomLimits.learners });
  if (outcome === "no-space") throw new FailureError({ code: "rooms-full" });
}
