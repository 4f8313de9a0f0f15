import type { Redis } from "ioredis";
import { FailureError } from "#lib/failure.ts";
import { defaultBounds, type EntryChange, type RoomNews, type RoomStore, type StoreBounds } from "./room-store.ts";

/** A room is a hash of its entries, and this field is its version. All rooms are in a sorted set, by when they end. */
const versionField = "#";
const allRooms = "skillground:rooms";
const keyOf = (code: string) => `skillground:room:${code}`;

/** @returns 1, 0 where there is one of that code, -1 where there are as many as may be */
const createScript = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zremrangebyscore', KEYS[2], '-inf', now)
if redis.call('exists', KEYS[1]) == 1 then return 0 end
if redis.call('zcard', KEYS[2]) >= tonumber(ARGV[1]) then return -1 end
redis.call('hset', KEYS[1], '${versionField}', 1, unpack(ARGV, 4))
redis.call('pexpire', KEYS[1], ARGV[2])
redis.call('zadd', KEYS[2], now + ARGV[2], ARGV[3])
redis.call('pexpire', KEYS[2], ARGV[2])
return 1
`;

/** Sets a field if it is still as expected. @returns 1, 0 where it is not, -1 where there is no room, -2 where no field more fits */
const changeScript = `
if redis.call('exists', KEYS[1]) == 0 then return -1 end
local before = redis.call('hget', KEYS[1], ARGV[1])
if before ~= (ARGV[2] == '1' and ARGV[3]) then return 0 end
if not before and redis.call('hlen', KEYS[1]) > tonumber(ARGV[5]) then return -2 end
redis.call('hset', KEYS[1], ARGV[1], ARGV[4])
local version = redis.call('hincrby', KEYS[1], '${versionField}', 1)
redis.call('publish', KEYS[1], version .. ' ' .. ARGV[1] .. ' ' .. ARGV[4])
return 1
`;

/** Whoever is overtaken tries again; a learner's own entry is seldom written by two at once. */
const tries = 8;

/**
 * Rooms in Redis, for any number of processes. Changes are told by publish and subscribe; when the connection for that was
 * lost, all that watch are told that they have missed something.
 */
export function roomsInRedis(client: Redis, bounds: StoreBounds = defaultBounds): RoomStore & { close(): void } {
  const { watch, close } = watching(client);
  return {
    create: (code, entries) =>
      reached(async () => {
        const fields = Object.entries(entries).flat();
        const given = [bounds.rooms, bounds.life, code, ...fields];
        const outcome = await client.eval(createScript, 2, keyOf(code), allRooms, ...given);
        return outcome === 1 ? "made" : outcome === 0 ? "taken" : "full";
      }),
    read: (code) =>
      reached(async () => {
        const { [versionField]: version, ...entries } = await client.hgetall(keyOf(code));
        return version === undefined
          ? undefined
          : { version: Number(version), entries: new Map(Object.entries(entries)) };
      }),
    readEntry: (code, key) => reached(async () => (await client.hget(keyOf(code), key)) ?? undefined),
    change: (code, key, change) =>
      reached(async () => {
        for (let turn = 0; turn < tries; turn++) {
          const outcome = await changeOnce(client, { code, key, change, most: bounds.entries });
          if (outcome !== "overtaken") return outcome;
        }
        throw new Error("The entry of a room was changed by others each time.");
      }),
    prune: (code, kept) =>
      reached(async () => {
        const fields = await client.hkeys(keyOf(code));
        const others = fields.filter((field) => field !== versionField && !kept.includes(field));
        if (others.length > 0) await client.hdel(keyOf(code), ...others);
      }),
    watch,
    close,
  };
}

interface Change {
  readonly code: string;
  readonly key: string;
  readonly change: EntryChange;
  /** Entries that a room may have. */
  readonly most: number;
}

async function changeOnce(client: Redis, { code, key, change, most }: Change) {
  const before = (await client.hget(keyOf(code), key)) ?? undefined;
  const value = change(before);
  if (value === undefined || value === before) return "left";
  const expected = before === undefined ? ["0", ""] : ["1", before];
  const outcome = await client.eval(changeScript, 1, keyOf(code), key, ...expected, value, most);
  return outcomes.get(outcome) ?? "overtaken";
}

const outcomes: ReadonlyMap<unknown, "changed" | "gone" | "full"> = new Map([
  [1, "changed"],
  [-1, "gone"],
  [-2, "full"],
]);

/** @throws FailureError `room-unreachable` for whatever went wrong between here and Redis */
async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new FailureError({ code: "room-unreachable" }, { cause });
  }
}

type Listener = (news: RoomNews) => void;

/** A connection of its own hears what is published; it is made with the first that watches. */
function watching(client: Redis): Pick<RoomStore, "watch"> & { close(): void } {
  const listeners = new Map<string, Set<Listener>>();
  let opened: Redis | undefined;
  const all = () => [...listeners.values()].flatMap((each) => [...each]);
  function subscriber(): Redis {
    if (opened) return opened;
    const made = client.duplicate({ autoResubscribe: false, enableOfflineQueue: true, maxRetriesPerRequest: 1 });
    opened = made;
    made.on("message", (key: string, text: string) => {
      const change = readChange(text);
      if (change) for (const listener of [...(listeners.get(key) ?? [])]) listener(change);
    });
    let wasReady = false;
    made.on("ready", () => {
      if (wasReady) void resubscribe(made);
      wasReady = true;
    });
    // The log says once that Redis is gone, by the other connection.
    made.on("error", () => undefined);
    return made;
  }
  /** Only once Redis has taken the subscription is nothing missed any more. */
  async function resubscribe(made: Redis): Promise<void> {
    const keys = [...listeners.keys()];
    if (keys.length > 0) await made.subscribe(...keys).catch(() => made.disconnect(true));
    for (const listener of all()) listener("missed");
  }
  client.on("ready", () => opened?.disconnect(true));
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
    close: () => opened?.disconnect(),
  };
}

/** `{version} {key} {value}`; undefined for what this version did not write. */
function readChange(text: string): Exclude<RoomNews, "missed"> | undefined {
  const [, version, key, value] = /^(\d+) (\S+) (.*)$/s.exec(text) ?? [];
  return key === undefined || value === undefined ? undefined : { version: Number(version), key, value };
}
