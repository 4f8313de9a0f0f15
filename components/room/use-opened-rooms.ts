import { useMemo, useSyncExternalStore } from "react";
import { keptRoomsText, type OpenedRoom, onKeptRooms, openedRooms } from "#lib/room/kept-rooms.ts";

/** The rooms that were opened in this browser; updates as they come and go. Empty during server rendering. */
export function useOpenedRooms(): readonly OpenedRoom[] {
  const text = useSyncExternalStore(onKeptRooms, keptRoomsText, () => "");
  return useMemo(() => (text === "" ? [] : openedRooms()), [text]);
}
