import { askFacts, native } from "./native.ts";
import { beginProcess } from "./process.ts";

/**
 * Makes this memory one program's own: all programs begin from a copy of the same one (`lib/run/sandbox/javascript/javascript-engine.ts`), in which the time, the
 * arguments and the state of what is random are another's.
 */
export function begin(): void {
  askFacts();
  beginProcess();
  performance.timeOrigin = Date.now();
  Math.random = randomFrom(new Uint32Array(native.random(16)));
}

declare const performance: { timeOrigin: number };

/** Numbers between 0 and 1 by Doty-Humphrey's sfc32, of 53 bits as Node's have. */
function randomFrom(seed: Uint32Array): () => number {
  let [a = 0, b = 0, c = 0, d = 0] = seed;
  function next(): number {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  for (let round = 0; round < 12; round++) next();
  return function random() {
    return ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;
  };
}
