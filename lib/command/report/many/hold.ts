import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { UsageError } from "../../console.ts";

export interface Hold {
  /** Aborts once another list has taken the lock. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Milliseconds after which another list may take the lock of a process that is gone. */
const usualLength = 6000;

/** Only the holder may extend the lock. An expired lock, as after an outage of Redis, is taken again if it is still free. */
const prolong = `
local owner = redis.call("get", KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call("set", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1`;

const letGo = `
if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end
return 0`;

/** Takes a lock in Redis, so that two lists cannot take each other's results. @throws UsageError if another list holds it */
export async function holdList(connection: Redis, key: string, length = usualLength): Promise<Hold> {
  const own = randomUUID();
  const isFree = await connection.set(key, own, "PX", length, "NX");
  if (!isFree)
    throw new UsageError("Another list is under way at this Redis. One that was killed is let go of after 6 seconds.");
  const lost = new AbortController();
  const renew = async () => {
    const isMine = await connection.eval(prolong, 1, key, own, length).catch(() => 1);
    if (isMine !== 1) lost.abort();
  };
  const renewal = setInterval(() => void renew(), length / 3);
  return {
    lost: lost.signal,
    async release() {
      clearInterval(renewal);
      await connection.eval(letGo, 1, key, own);
    },
  };
}
