import type { Redis } from "ioredis";
import type { Networks } from "#lib/server/visitor.ts";
import type { HeldRoom } from "./room-space.ts";
import type { RoomEntries, StoreBounds } from "./room-store.ts";

// Scripts that Redis runs atomically. A room is a hash of its entries. Hashes of all rooms hold, by code: from where
// and when each was opened, when it was last led, and its number of characters, under its wide network. `roomsToEnd`
// decides here as it does in memory: on values read before, which hold as long as no room has come or gone since.

const roomPrefix = "skillground:room:";
const held = "skillground:rooms:held";
const ledAt = "skillground:rooms:led";
const characters = "skillground:rooms:characters";
const closed = "skillground:rooms:closed";

export function keyOf(code: string): string {
  return roomPrefix + code;
}

/** Fields of a room that are not entries: its version, the number of filled entries, its field in `characters`. */
export const ownFields: ReadonlySet<string> = new Set(["#", "#filled", "#share"]);

/** The message published when a room is gone. */
export const goneText = "gone";

/** Names that all scripts use, and Redis's clock in milliseconds. */
const common = `
local held, led, characters, closed = '${held}', '${ledAt}', '${characters}', '${closed}'
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function keyOf(code) return '${roomPrefix}' .. code end
local function giveBack(code)
  local known = redis.call('hget', held, code)
  if known then redis.call('hdel', characters, cjson.decode(known).wide .. ' ' .. code) end
  redis.call('hdel', held, code)
  redis.call('hdel', led, code)
  redis.call('hincrby', held, '#', 1)
end
local function finish(code)
  giveBack(code)
  redis.call('del', keyOf(code))
  redis.call('publish', keyOf(code), '${goneText}')
end
-- Redis may have made room by dropping a whole key: what is begun anew ends, too.
local function expire(key, life)
  if redis.call('pttl', key) < 0 then redis.call('pexpire', key, life) end
end
local function isOf(version) return (redis.call('hget', held, '#') or '0') == version end
`;

const readScript = `${common}
return {now, redis.call('hgetall', held), redis.call('hgetall', led), redis.call('hgetall', characters)}
`;

/** ARGV: version of the rooms, codes. @returns 1, or 0 where rooms have come or gone since that version */
const endScript = `${common}
if not isOf(ARGV[1]) then return 0 end
for index = 2, #ARGV do finish(ARGV[index]) end
return 1
`;

/** ARGV: version of the rooms, life, code, wide, narrow, characters, fields and values. @returns 1, 0 where there is one of that code, -1 */
const createScript = `${common}
local room, life, code, wide = keyOf(ARGV[3]), ARGV[2], ARGV[3], ARGV[4]
if redis.call('exists', room) == 1 then return 0 end
if not isOf(ARGV[1]) then return -1 end
local share = wide .. ' ' .. code
local filled = 0
for index = 8, #ARGV, 2 do if ARGV[index] ~= '' then filled = filled + 1 end end
redis.call('hset', room, '#', 1, '#filled', filled, '#share', share, unpack(ARGV, 7))
redis.call('hset', held, code, cjson.encode({ wide = wide, narrow = ARGV[5], openedAt = now, endsAt = now + life }))
redis.call('hincrby', held, '#', 1)
redis.call('hset', characters, share, ARGV[6])
for _, key in ipairs({ room, held, characters }) do redis.call('pexpire', key, life) end
return 1
`;

/**
 * ARGV: code, field, whether there is one now, and which, its new value, entries and empty entries of a room, characters of a
 * wide network and of all, life. @returns 1, 0 where it is not as expected, -1 where there is no such room or it is closed, -2
 * where no field more fits, -3 where the characters do not
 */
const changeScript = `${common}
local code, field, value, room = ARGV[1], ARGV[2], ARGV[5], keyOf(ARGV[1])
local share = redis.call('hget', room, '#share')
if not share or redis.call('hexists', held, code) == 0 then return -1 end
local before = redis.call('hget', room, field)
if before ~= (ARGV[3] == '1' and ARGV[4]) then return 0 end
local isNew = value ~= '' and (not before or before == '')
local filled = tonumber(redis.call('hget', room, '#filled'))
if isNew and filled >= tonumber(ARGV[6]) then return -2 end
local growth = #value - (before and #before or 0)
if growth > 0 then
  local wide = string.match(share, '^%S+ ')
  local own, all = growth, growth
  local each = redis.call('hgetall', characters)
  for index = 1, #each, 2 do
    all = all + each[index + 1]
    if string.sub(each[index], 1, #wide) == wide then own = own + each[index + 1] end
  end
  if own > tonumber(ARGV[8]) or all > tonumber(ARGV[9]) then return -3 end
end
redis.call('hincrby', characters, share, growth)
expire(characters, ARGV[10])
redis.call('hset', room, field, value)
if isNew then redis.call('hincrby', room, '#filled', 1) end
if value == '' then
  if before and before ~= '' then filled = redis.call('hincrby', room, '#filled', -1) end
  if redis.call('hlen', room) - filled - 3 > tonumber(ARGV[7]) then
    local entries = redis.call('hgetall', room)
    for index = 1, #entries, 2 do
      if entries[index + 1] == '' and entries[index] ~= field then redis.call('hdel', room, entries[index]) end
    end
  end
end
local version = redis.call('hincrby', room, '#', 1)
redis.call('publish', room, version .. ' ' .. field .. ' ' .. value)
return 1
`;

/** ARGV: code, life, closed rooms that are kept, fields and values */
const closeScript = `${common}
local code, room = ARGV[1], keyOf(ARGV[1])
if redis.call('hexists', held, code) == 0 then return end
local version = redis.call('hget', room, '#')
giveBack(code)
redis.call('del', room)
redis.call('hset', room, '#', version + 1, unpack(ARGV, 4))
redis.call('pexpire', room, ARGV[2])
redis.call('zadd', closed, now, code)
redis.call('pexpire', closed, ARGV[2])
local tooMany = redis.call('zcard', closed) - ARGV[3]
if tooMany > 0 then
  local oldest = redis.call('zpopmin', closed, tooMany)
  for index = 1, #oldest, 2 do redis.call('del', keyOf(oldest[index])) end
end
redis.call('publish', room, '${goneText}')
`;

/** ARGV: code, life */
const ledScript = `${common}
if redis.call('hexists', held, ARGV[1]) == 0 then return end
redis.call('hset', led, ARGV[1], now)
redis.call('pexpire', led, ARGV[2])
`;

/** All rooms at Redis's time `now`. */
export interface AllRooms {
  readonly now: number;
  /** Changes whenever rooms have come or gone. */
  readonly version: string;
  readonly rooms: readonly HeldRoom[];
  /** Codes of rooms whose time is over. */
  readonly over: readonly string[];
}

export async function readRooms(client: Redis): Promise<AllRooms> {
  const read = (await client.eval(readScript, 0)) as [number, string[], string[], string[]];
  const [now, all, led, sizes] = [read[0], pairs(read[1]), pairs(read[2]), pairs(read[3])];
  const version = all.get("#") ?? "0";
  all.delete("#");
  const rooms: HeldRoom[] = [];
  const over: string[] = [];
  for (const [code, text] of all) {
    const { wide, narrow, openedAt, endsAt } = JSON.parse(text) as Networks & { openedAt: number; endsAt: number };
    if (endsAt <= now) over.push(code);
    const size = Number(sizes.get(`${wide} ${code}`) ?? 0);
    const lastLed = led.get(code);
    const times = { openedAt, ledAt: lastLed === undefined ? undefined : Number(lastLed) };
    if (endsAt > now) rooms.push({ code, from: { wide, narrow }, ...times, characters: size });
  }
  return { now, version, rooms, over };
}

/**
 * Ends these rooms.
 * @returns whether that was done: not where rooms have come or gone since `version`
 */
export async function endRooms(client: Redis, version: string, codes: readonly string[]): Promise<boolean> {
  return (await client.eval(endScript, 0, version, ...codes)) === 1;
}

export interface CreatedRoom {
  readonly code: string;
  readonly entries: RoomEntries;
  readonly from: Networks;
  readonly characters: number;
}

export async function createRoom(
  client: Redis,
  version: string,
  { code, entries, from, characters: size }: CreatedRoom,
  { life }: StoreBounds,
): Promise<"made" | "taken" | "overtaken"> {
  const given = [version, life, code, from.wide, from.narrow, size, ...Object.entries(entries).flat()];
  const outcome = await client.eval(createScript, 0, ...given);
  return outcome === 1 ? "made" : outcome === 0 ? "taken" : "overtaken";
}

export interface ChangedEntry {
  readonly code: string;
  readonly key: string;
  readonly before: string | undefined;
  readonly value: string;
}

export async function changeEntry(
  client: Redis,
  { code, key, before, value }: ChangedEntry,
  bounds: StoreBounds,
): Promise<"changed" | "gone" | "full" | "no-space" | "overtaken"> {
  const expected = before === undefined ? ["0", ""] : ["1", before];
  const { entries, emptyEntries, characters: all, share, life } = bounds;
  const given = [code, key, ...expected, value, entries, emptyEntries, all * share, all, life];
  return outcomes.get(await client.eval(changeScript, 0, ...given)) ?? "overtaken";
}

const outcomes: ReadonlyMap<unknown, "changed" | "gone" | "full" | "no-space"> = new Map([
  [1, "changed"],
  [-1, "gone"],
  [-2, "full"],
  [-3, "no-space"],
]);

export async function closeRoom(
  client: Redis,
  code: string,
  entries: RoomEntries,
  { life, closed: most }: StoreBounds,
): Promise<void> {
  await client.eval(closeScript, 0, code, life, most, ...Object.entries(entries).flat());
}

export async function noteLed(client: Redis, code: string, { life }: StoreBounds): Promise<void> {
  await client.eval(ledScript, 0, code, life);
}

/** A hash as Redis returns it: names and values alternately. */
function pairs(flat: readonly string[]): Map<string, string> {
  return new Map(flat.flatMap((text, index) => (index % 2 === 0 ? [[text, flat[index + 1] ?? ""] as const] : [])));
}
