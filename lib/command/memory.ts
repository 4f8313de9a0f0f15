import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes of both halves of the young generation: it begins with one megabyte each. */
const wanted = 8 * 1024 * 1024;

/**
 * Lets this thread's young generation grow to four megabytes, and no further. V8 would let it grow to sixteen of them, for which a check
 * of 605 skills needs more memory; with the one that it begins with, a check takes an eighth longer. While V8 runs it has a flag for the
 * growth and none for the size, and it grows when more survives a collection than fits in.
 */
export function growYoungGeneration(): void {
  setFlagsFromString("--semi-space-growth-factor=4");
  const surviving: object[][] = [];
  while (youngSize() < wanted && surviving.length < 40)
    surviving.push(Array.from({ length: 10_000 }, (_, at) => ({ at })));
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Frees what is no longer used, before work that needs as much again. Otherwise V8 waits for half of what lives, and the peak is a fifth
 * higher. It has no function for this but one that a flag shows to new contexts.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("globalThis.gc");
  setFlagsFromString("--no-expose-gc");
  if (typeof collect === "function") collect();
}

function youngSize(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? wanted;
}
