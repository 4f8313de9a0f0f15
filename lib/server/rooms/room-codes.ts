import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import { codeOf } from "#lib/room/room.ts";

const derive = promisify<string, string, number, Buffer>(scrypt);

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The code of a teacher's secret on the day of `now`, in milliseconds since 1970. Only whoever knows the secret can
 * bring a lost room back under its code. Six letters are few: finding a secret with somebody else's code takes
 * sixty-four million tries on average. So each try takes some 40 ms of a processor and 16 MB of memory (scrypt with
 * Node's defaults), a month of a processor in all, and the result is useless the day after tomorrow.
 */
export async function codeOfSecret(secret: string, now: number): Promise<string> {
  const bytes = await derive(secret, `skillground room ${Math.floor(now / dayMs)}`, 24);
  let at = 0;
  return codeOf(() => bytes.readUInt32BE(4 * at++) / 2 ** 32);
}
