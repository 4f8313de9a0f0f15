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
  /** When it was opened, in milliseconds since 1970; later where the clock has been put right since. */
  readonly since: number;
  /** How it stood when a page of this browser last heard of it; absent before the first time. */
  readonly stood?: RoomStanding;
  /** Set once it was closed here: its page then speaks to a teacher still. */
  readonly isClosed?: true;
}

const joinedKey = "skillground:joined-room";
const openedKey = "skillground:opened-rooms";

/** The most stored rooms of one browser; the oldest is dropped. */
const mostOpened = 8;

/** The room that this browser has joined, one at a time. It may have ended long ago, and the clock been put right since. */
export function joinedRoom(): JoinedRoom | undefined {
  const kept = read(joinedKey);
  return hasTexts(kept, "code", "id", "key", "workshop", "title", "name") ? (kept as JoinedRoom) : undefined;
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
  return keptRooms().filter(({ since, isClosed }) => !isClosed && isYoung(since));
}

/**
 * The room that was opened in this browser with this code, however old it is by a clock that may have been put right
 * since: the server knows whether it has ended.
 */
export function openedRoom(code: string | undefined): OpenedRoom | undefined {
  return keptRooms().find((room) => room.code === code);
}

/** The rooms that were opened in this browser, as far as they are whole: without how one stood where that is damaged. */
function keptRooms(): readonly OpenedRoom[] {
  const kept = read(openedKey);
  return (Array.isArray(kept) ? (kept as OpenedRoom[]) : []).flatMap((room) => {
    if (!isRoom(room)) return [];
    const { stood, ...rest } = room;
    return [isStanding(stood) ? { ...rest, stood } : rest];
  });
}

function isRoom(room: unknown): boolean {
  const { plan } = Object(room) as Partial<OpenedRoom>;
  const titled = ["id", "title"] as const;
  return (
    hasTexts(room, "code", "id", "key") &&
    hasTexts(plan, "workshop", "title") &&
    isListOf(plan?.lessons, titled, ({ steps }) =>
      isListOf(steps, titled, ({ checks }) => isListOf(checks, ["id", "label"])),
    )
  );
}

/** Whether a value is a list of things that have these texts, and that `isWhole` accepts. */
function isListOf<T>(
  value: readonly T[] | undefined,
  texts: readonly string[],
  isWhole: (one: T) => boolean = () => true,
): boolean {
  return Array.isArray(value) && value.every((one) => hasTexts(one, ...texts) && isWhole(one));
}

function isStanding(stood: Partial<RoomStanding> | undefined): stood is RoomStanding {
  const { isLocked, known, look } = Object(stood) as Partial<RoomStanding>;
  const isKnown = Array.isArray(known) && known.every((id) => typeof id === "string");
  return typeof isLocked === "boolean" && isKnown && (look === undefined || hasTexts(look, "lesson", "step"));
}

function hasTexts(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => typeof Object(value)[name] === "string");
}

/** Stores a room that was opened here; those that were closed are dropped first. @returns whether it is stored: without storage, nobody can lead it */
export function keepOpened(room: OpenedRoom): boolean {
  const others = keptRooms().filter(({ code }) => code !== room.code);
  const kept = [room, ...others.filter(({ isClosed }) => !isClosed), ...others.filter(({ isClosed }) => isClosed)];
  return write(openedKey, kept.slice(0, mostOpened));
}

/**
 * Stores how a room that was opened here stands, unless it has been forgotten meanwhile, in another tab. The server has
 * told of it: if it is not young by this clock, the clock has been put right.
 */
export function keepStanding(code: string, stood: RoomStanding): void {
  changeOpened(code, ({ since }) => ({ stood, since: isYoung(since) ? since : Date.now() }));
}

/** Stores that a room that was opened here is closed. */
export function closeOpened(code: string): void {
  changeOpened(code, () => ({ isClosed: true }));
}

function changeOpened(code: string, changed: (room: OpenedRoom) => Partial<OpenedRoom>): void {
  write(
    openedKey,
    keptRooms().map((room) => (room.code === code ? { ...room, ...changed(room) } : room)),
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
