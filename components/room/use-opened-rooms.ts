import { useMemo, useSyncExternalStore } from "react";
import { keptRoomsText, type OpenedRoom, onKeptRooms, openedRoom, openedRooms } from "#lib/room/kept-rooms.ts";

/** The rooms that were opened in this browser and last; updates as they come and go. Empty during server rendering. */
export function useOpenedRooms(): readonly OpenedRoom[] {
  const text = useRoomsText();
  return useMemo(() => (text === "" ? [] : openedRooms()), [text]);
}

/** The room that was opened in this browser with this code, which may have ended. */
export function useOpenedRoom(code: string | undefined): OpenedRoom | undefined {
  const text = useRoomsText();
  return useMemo(() => (text === "" ? undefined : openedRoom(code)), [text, code]);
}

function useRoomsText(): string {
  return useSyncExternalStore(onKeptRooms, keptRoomsText, () => "");
}
