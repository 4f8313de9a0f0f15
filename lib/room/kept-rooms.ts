import type { RoomAccess } from "./ask-room.ts";
import { type RoomPlan, type RoomStanding, roomLimits } from "./room.ts";

/** A room that this browser has joined, stored until it leaves. */
export interface JoinedRoom extends RoomAccess {
  readonly workshop: string;
  readonly title: string;
  /** The nickname; empty for none. */
  readonly name: string;
  /** Whether the page follows the teacher by itself. */
  readonly follows: boolean;
  /** The lesson that is open there; absent before the first. */
  readonly lesson?: string;
  /** When the room last heard of this browser, in milliseconds since 1970. */
  readonly since: number;
}

/** A room that was opened in this browser, with everything that restores it should the server lose it. */
export interface OpenedRoom extends RoomAccess {
  readonly plan: RoomPlan;
  readonly since: number;
  /** How it stood when a page of this browser last heard of it; absent before the first time. */
  readonly stood?: RoomStanding;
}

const joinedKey = "skillground:joined-room";
const openedKey = "skillground:opened-rooms";

/** The most stored rooms of one browser; the oldest is dropped. */
const mostOpened = 8;

/** The room that this browser has joined, one at a time. It may have ended long ago, and the clock been put right since. */
export function joinedRoom(): JoinedRoom | undefined {
  const kept = read(joinedKey) as Partial<JoinedRoom> | undefined;
  const texts = [kept?.code, kept?.id, kept?.key, kept?.workshop, kept?.title, kept?.name];
  return texts.every((text) => typeof text === "string") ? (kept as JoinedRoom) : undefined;
}

/** Changes what is stored of the room that was joined with this key, as long as it is. */
export function changeJoined(key: string, changed: Partial<JoinedRoom>): void {
  const kept = joinedRoom();
  if (kept?.key === key) keepJoined({ ...kept, ...changed });
}

/** Stores the room that this browser is in. @returns whether it is stored: without storage, the browser is in no room */
export function keepJoined(room: JoinedRoom): boolean {
  return write(joinedKey, room);
}

/** Forgets the room that was joined with this key, unless the browser has joined another since, in another tab. */
export function forgetJoined({ key }: Pick<JoinedRoom, "key">): void {
  if (joinedRoom()?.key === key) write(joinedKey, undefined);
}

/** The rooms that were opened in this browser and have not ended, newest first. */
export function openedRooms(): readonly OpenedRoom[] {
  const kept = read(openedKey);
  return Array.isArray(kept) ? (kept as OpenedRoom[]).filter(({ since, plan }) => isYoung(since) && plan?.lessons) : [];
}

/** Stores a room that was opened here. @returns whether it is stored: without storage, nobody can lead it */
export function keepOpened(room: OpenedRoom): boolean {
  const others = openedRooms().filter(({ code }) => code !== room.code);
  return write(openedKey, [room, ...others].slice(0, mostOpened));
}

/** Stores how a room that was opened here stands, unless it has been forgotten meanwhile, in another tab. */
export function keepStanding(code: string, stood: RoomStanding): void {
  write(
    openedKey,
    openedRooms().map((room) => (room.code === code ? { ...room, stood } : room)),
  );
}

export function forgetOpened(code: string): void {
  write(
    openedKey,
    openedRooms().filter((room) => room.code !== code),
  );
}

/** Whether a room that was opened, or last heard of, then may still last. @param since in milliseconds since 1970 */
export function isYoung(since: number): boolean {
  return Math.abs(Date.now() - since) < roomLimits.life;
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    // Storage is unavailable, or another version wrote the value.
    return undefined;
  }
}

function write(key: string, value: object | undefined): boolean {
  const isWritten = tryToWrite(key, value);
  for (const listener of [...listeners]) listener();
  return isWritten;
}

function tryToWrite(key: string, value: object | undefined): boolean {
  try {
    if (value) localStorage.setItem(key, JSON.stringify(value));
    else localStorage.removeItem(key);
    return true;
  } catch {
    // Storage is full, or there is none.
    return false;
  }
}

const listeners = new Set<() => void>();

/**
 * Calls `listener` whenever the stored rooms may have changed, in this tab or another.
 * @returns a function that ends this
 */
export function onKeptRooms(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener?.("storage", listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.("storage", listener);
  };
}

/** Everything that is stored, as one text: equal while nothing has changed. */
export function keptRoomsText(): string {
  try {
    return `${localStorage.getItem(joinedKey)}\n${localStorage.getItem(openedKey)}`;
  } catch {
    return "";
  }
}
