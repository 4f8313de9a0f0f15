import type { Redis } from "ioredis";
import { FailureError } from "#lib/failure.ts";
import {
  changeEntry,
  closeRoom,
  createRoom,
  endRooms,
  goneText,
  keyOf,
  noteLed,
  ownFields,
  readRooms,
} from "./redis-room-scripts.ts";
import { type AskedSpace, roomsToEnd } from "./room-space.ts";
import {
  type ChangeOutcome,
  defaultBounds,
  type EntryChange,
  type RoomNews,
  type RoomStore,
  type StoreBounds,
} from "./room-store.ts";

/** Characters as Redis counts them: in bytes. */
const sizeOf = (text: string) => Buffer.byteLength(text);

/**
 * How often a change is tried that others overtake. Few write the same learner's entry at once, and rooms are seldom
 * opened.
 */
const tries = 20;

/** `disconnect` ends the watching connection; the given client belongs to its owner. */
export type RedisRooms = RoomStore & { disconnect(): void };

/**
 * Rooms in Redis, for any number of processes. Changes are announced by publish and subscribe; when that connection was
 * lost, all watchers are told that they may have missed something.
 */
export function roomsInRedis(client: Redis, bounds: StoreBounds = defaultBounds): RedisRooms {
  const together = sharedWithinTask();
  const inTurn = oneAfterAnother();
  return {
    create: (code, entries, from) =>
      inTurn(async () => {
        const characters = Object.values(entries).reduce((sum, value) => sum + sizeOf(value), 0);
        const version = await makeSpace(client, { from, characters }, bounds);
        if (version === "overtaken" || version === "full") return version;
        return createRoom(client, version.of, { code, entries, from, characters }, bounds);
      }),
    read: (code) =>
      together(code, async () => {
        const fields = Object.entries(await client.hgetall(keyOf(code)));
        const version = fields.find(([field]) => field === "#")?.[1];
        if (version === undefined) return undefined;
        return { version: Number(version), entries: new Map(fields.filter(([field]) => !ownFields.has(field))) };
      }),
    readEntry: (code, key) =>
      together(`${code} ${key}`, async () => (await client.hget(keyOf(code), key)) ?? undefined),
    change: (code, key, change) => untilNotOvertaken(() => changeOnce(client, { code, key, change }, bounds)),
    close: (code, entries) => reached(() => closeRoom(client, code, entries, bounds)),
    led: (code) => reached(() => noteLed(client, code, bounds)),
    ...watching(client),
  };
}

/** Creates this process's rooms one after another: at once, they would overtake each other again and again. */
function oneAfterAnother() {
  let last: Promise<unknown> = Promise.resolve();
  return <T extends string>(ask: () => Promise<T>): Promise<Exclude<T, "overtaken">> => {
    const next = last.then(() => untilNotOvertaken(ask));
    last = next.catch(() => undefined);
    return next;
  };
}

/**
 * Makes space for a room.
 * @returns the version of all rooms at which there is the space, provided that no room has come or gone since
 */
async function makeSpace(
  client: Redis,
  asked: AskedSpace,
  bounds: StoreBounds,
): Promise<{ readonly of: string } | "full" | "overtaken"> {
  const { version, rooms, over, now } = await readRooms(client);
  const ended = roomsToEnd(rooms, asked, bounds, now);
  if (!ended) return "full";
  if (over.length + ended.length === 0) return { of: version };
  return (await endRooms(client, version, [...over, ...ended])) ? makeSpace(client, asked, bounds) : "overtaken";
}

interface Change {
  readonly code: string;
  readonly key: string;
  readonly change: EntryChange;
}

async function changeOnce(
  client: Redis,
  { code, key, change }: Change,
  bounds: StoreBounds,
): Promise<ChangeOutcome | "overtaken"> {
  const before = (await client.hget(keyOf(code), key)) ?? undefined;
  const value = change(before);
  if (value === undefined || value === before) return "left";
  const outcome = await changeEntry(client, { code, key, before, value }, bounds);
  if (outcome !== "no-space") return outcome;
  const { rooms } = await readRooms(client);
  const from = rooms.find((room) => room.code === code)?.from;
  if (!from) return "gone";
  const characters = sizeOf(value) - sizeOf(before ?? "");
  const made = await makeSpace(client, { from, characters, code }, bounds);
  return made === "full" ? "no-space" : "overtaken";
}

async function untilNotOvertaken<T extends string>(ask: () => Promise<T>): Promise<Exclude<T, "overtaken">> {
  return reached(async () => {
    for (let turn = 0; turn < tries; turn++) {
      const outcome = await ask();
      if (outcome !== "overtaken") return outcome as Exclude<T, "overtaken">;
    }
    throw new Error("The rooms or an entry of one were changed by others each time.");
  });
}

/**
 * Shares one question to Redis among callers of the same task: all streams of a class ask at once after they have
 * missed something. No longer than a task, so that nobody gets a value read before they asked.
 */
function sharedWithinTask() {
  const asked = new Map<string, Promise<unknown>>();
  const begin = <T>(name: string, ask: () => Promise<T>): Promise<T> => {
    const answer = reached(ask);
    asked.set(name, answer);
    setImmediate(() => asked.delete(name));
    return answer;
  };
  return <T>(name: string, ask: () => Promise<T>) => (asked.get(name) as Promise<T> | undefined) ?? begin(name, ask);
}

/** @throws FailureError `room-unreachable` for any error between here and Redis */
async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new FailureError({ code: "room-unreachable" }, { cause });
  }
}

type Listener = (news: RoomNews) => void;

/** Receives published messages on a connection of its own, created for the first watcher. */
function watching(client: Redis): Pick<RedisRooms, "watch" | "disconnect"> {
  const listeners = new Map<string, Set<Listener>>();
  let opened: Redis | undefined;
  const all = () => [...listeners.values()].flatMap((each) => [...each]);
  function subscriber(): Redis {
    if (opened) return opened;
    const made = client.duplicate({ autoResubscribe: false, enableOfflineQueue: true, maxRetriesPerRequest: 1 });
    opened = made;
    made.on("message", (key: string, text: string) => {
      const change = text === goneText ? "missed" : readChange(text);
      if (change) for (const listener of [...(listeners.get(key) ?? [])]) listener(change);
    });
    let wasReady = false;
    made.on("ready", () => {
      if (wasReady) void resubscribe(made);
      wasReady = true;
    });
    // The other connection logs once that Redis is gone.
    made.on("error", () => undefined);
    return made;
  }
  /** Resubscribes. Only once Redis has confirmed the subscription is nothing missed any more. */
  async function resubscribe(made: Redis): Promise<void> {
    const keys = [...listeners.keys()];
    if (keys.length > 0) await made.subscribe(...keys).catch(() => made.disconnect(true));
    for (const listener of all()) listener("missed");
  }
  // What broke the one connection may have broken the other, which does not notice by itself.
  client.on("ready", () => void opened?.ping().catch(() => opened?.disconnect(true)));
  return {
    watch: (code, onNews) =>
      reached(async () => {
        const key = keyOf(code);
        const each = listeners.get(key) ?? new Set();
        listeners.set(key, each.add(onNews));
        const leave = () => {
          each.delete(onNews);
          if (each.size > 0 || listeners.get(key) !== each) return;
          listeners.delete(key);
          void opened?.unsubscribe(key).catch(() => undefined);
        };
        try {
          await subscriber().subscribe(key);
        } catch (caught) {
          leave();
          throw caught;
        }
        return leave;
      }),
    disconnect: () => opened?.disconnect(),
  };
}

/** Parses `{version} {key} {value}`; undefined for a text that this version did not write. */
function readChange(text: string): Exclude<RoomNews, "missed"> | undefined {
  const [, version, key, value] = /^(\d+) (\S+) (.*)$/s.exec(text) ?? [];
  return key === undefined || value === undefined ? undefined : { version: Number(version), key, value };
}
