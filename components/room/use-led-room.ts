import { useEffect, useState, useSyncExternalStore } from "react";
import type { OpenedRoom } from "#lib/room/kept-rooms.ts";
import { type LedRoom, type LedRoomState, leadRoom } from "#lib/room/led-room.ts";

const connecting: LedRoomState = { line: { kind: "connecting" }, learners: new Map() };
const nothing = () => () => undefined;
const notYet = () => connecting;

/** Leads a room for as long as it is drawn. */
export function useLedRoom({ code, id, key, plan }: OpenedRoom): { room: LedRoom | undefined; state: LedRoomState } {
  const [room, setRoom] = useState<LedRoom>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a plan belongs to its room and never changes
  useEffect(() => {
    const made = leadRoom({ access: { code, id, key }, plan });
    setRoom(made);
    return () => made.stop();
  }, [code, id, key]);
  const state = useSyncExternalStore(room?.subscribe ?? nothing, room?.getState ?? notYet, notYet);
  return { room, state };
}

/** The page's steady clock in milliseconds, told anew every so often. */
export function useClock(everyMs: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
