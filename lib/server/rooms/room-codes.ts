import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import { codeOf } from "#lib/room/room.ts";

const derive = promisify<string, string, number, Buffer>(scrypt);

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The code that a teacher's secret has on the day of `now`, in milliseconds since 1970. A room that was lost is brought back under its code by
 * whoever knows the secret and by nobody else. Six letters are few: looking for a secret that has somebody else's code takes
 * sixty-four million tries on average, so each is made to take some 40 ms of a processor and 16 MB of memory (scrypt with Node's
 * defaults), a month of a processor in all, of which nothing is of use the day after tomorrow.
 */
export async function codeOfSecret(secret: string, now: number): Promise<string> {
  const bytes = await derive(secret, `skillground room ${Math.floor(now / dayMs)}`, 24);
  let at = 0;
  return codeOf(() => bytes.readUInt32BE(4 * at++) / 2 ** 32);
}
