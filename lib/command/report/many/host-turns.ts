import type { Redis } from "ioredis";
import type { Politeness } from "./polite.ts";

/** The limits for one host, shared by all workers. */
export type HostManners = Pick<Politeness, "perHost" | "pause">;

/** A turn at a host, or the milliseconds after which to ask again. */
export type Turn = { readonly wait: number } | { readonly wait: 0; end(): Promise<void> };

/**
 * KEYS: the turns at the host, each with its expiry; a marker that a turn has just begun. ARGV: the asker, most turns at once, the pause,
 * milliseconds after which a turn expires unless renewed.
 */
const ask = `
local time = redis.call("time")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call("zremrangebyscore", KEYS[1], "-inf", now)
if redis.call("zcard", KEYS[1]) >= tonumber(ARGV[2]) then return 250 end
local pause = tonumber(ARGV[3])
if pause > 0 then
  if not redis.call("set", KEYS[2], "1", "PX", pause, "NX") then return math.max(10, redis.call("pttl", KEYS[2])) end
end
redis.call("zadd", KEYS[1], now + ARGV[4], ARGV[1])
redis.call("pexpire", KEYS[1], ARGV[4])
return 0`;

const stay = `
local time = redis.call("time")
redis.call("zadd", KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
redis.call("pexpire", KEYS[1], ARGV[2])`;

/**
 * Asks for a turn at a host. The turn of a worker that dies expires after `life` milliseconds.
 * @param who unique to the asker
 */
export async function turnAt(
  connection: Redis,
  {
    key,
    who,
    life,
    perHost,
    pause,
  }: HostManners & { readonly key: string; readonly who: string; readonly life: number },
): Promise<Turn> {
  const active = `${key}:active`;
  const wait = Number(await connection.eval(ask, 2, active, `${key}:begun`, who, perHost, Math.ceil(pause), life));
  if (wait > 0) return { wait };
  const renew = () => void connection.eval(stay, 1, active, who, life).catch(() => undefined);
  const renewal = setInterval(renew, life / 3);
  return {
    wait: 0,
    async end() {
      clearInterval(renewal);
      await connection.zrem(active, who);
    },
  };
}
