import { Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { z } from "zod";
import type { KeptAnswer, SharedAnswers } from "#lib/server/relay/kept-answers.ts";
import { roomsInRedis } from "#lib/server/rooms/redis-rooms.ts";
import type { RoomStore } from "#lib/server/rooms/room-store.ts";
import { type CountRate, countInMemory } from "./counts.ts";

/** A `SharedStore` for several processes. */
export interface RedisStore {
  readonly countRate: CountRate;
  readonly answers: SharedAnswers;
  readonly rooms: RoomStore;
  close(): void;
}

const prefix = "skillground:";

/**
 * Counts and answers in the Redis at `url` (`redis://…`, `rediss://…`). While it cannot be reached, counting continues
 * in the memory of this process, no answers are found, and the server's log says so once.
 * @param patienceMs the longest that a request waits for Redis; one that is silent for so long counts as gone
 * @throws Error for another address, without repeating it: it may contain a password.
 */
export async function connectRedis(url: string, patienceMs = 1000): Promise<RedisStore> {
  if (!/^rediss?:\/\//.test(url)) throw new Error("REDIS_URL is not an address such as redis://127.0.0.1:6379");
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    socketTimeout: patienceMs,
    // A request that Redis cannot serve now is served without it, not later.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  });
  const closed = new AbortController();
  const warn = warningsOf(client, closed.signal);
  // A Redis that is still loading its data accepts connections, but answers late.
  const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([client.connect().catch(warn), patience]);
  const rooms = roomsInRedis(client);
  const close = () => {
    closed.abort();
    rooms.disconnect();
    client.disconnect();
  };
  return { countRate: countIn(client), answers: keepIn(client, warn), rooms, close };
}

/**
 * Logs that Redis cannot be used: once until it works again, and not for what was under way when the store was closed.
 */
function warningsOf(client: Redis, closed: AbortSignal): (caught: unknown) => void {
  let hasWarned = false;
  const warn = (caught: unknown) => {
    if (hasWarned || closed.aborted) return;
    hasWarned = true;
    const reason = caught instanceof Error ? caught.message : String(caught);
    process.emitWarning(
      `Redis cannot be used, so limits and answers are this process's own for now, and live rooms wait: ${reason}`,
    );
  };
  client.on("error", warn).on("ready", () => {
    hasWarned = false;
  });
  return warn;
}

/** The library's script, except that a count reduced to zero is deleted, and no key lives for ever. */
const incrementScript = `
local consumed = redis.call('incrby', KEYS[1], ARGV[1])
if consumed <= 0 then
  redis.call('del', KEYS[1])
  return {consumed, 1000 * ARGV[2]}
end
local ttl = redis.call('pttl', KEYS[1])
if ttl < 0 then
  redis.call('expire', KEYS[1], ARGV[2])
  ttl = 1000 * ARGV[2]
end
return {consumed, ttl}
`;

function countIn(client: Redis): CountRate {
  return (name, rate) =>
    new RateLimiterRedis({
      storeClient: client,
      keyPrefix: prefix + name,
      ...rate,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript: incrementScript,
      insuranceLimiter: countInMemory(name, rate),
    });
}

function keepIn(client: Redis, warn: (caught: unknown) => void): SharedAnswers {
  return {
    async get(key) {
      const value = await client.getBuffer(`${prefix}answer:${key}`).catch(warn);
      return value ? decode(value) : undefined;
    },
    async set(key, answer) {
      const age = Math.floor(answer.until - Date.now());
      if (age > 0) await client.set(`${prefix}answer:${key}`, encode(answer), "PX", age).catch(warn);
    },
  };
}

/** The first line, in JSON; the answer itself follows. */
const head = z.object({ movedTo: z.string().exactOptional(), until: z.number() });

function encode({ movedTo, until, chunks }: KeptAnswer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ movedTo, until })}\n`), ...chunks]);
}

/** @returns undefined for a value that this version did not write */
function decode(value: Buffer): KeptAnswer | undefined {
  const end = value.indexOf("\n");
  try {
    const { movedTo, until } = head.parse(JSON.parse(value.toString("utf8", 0, end)));
    return { movedTo, until, chunks: [value.subarray(end + 1)] };
  } catch {
    return undefined; // A value in another version's format means no.
  }
}
