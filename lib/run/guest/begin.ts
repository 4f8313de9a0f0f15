import { moduleNames } from "./modules.ts";
import { askFacts, call, facts, native } from "./native.ts";
import { beginProcess } from "./process.ts";

/**
 * Resets the state of a program: every program starts from a copy of the same memory (`lib/run/sandbox/javascript/javascript-engine.ts`),
 * in which the time, the arguments and the random state are those of another program.
 */
export function begin(): void {
  askFacts();
  beginProcess();
  if (!facts.knowsModules) call("learnModules", moduleNames());
  performance.timeOrigin = Date.now();
  Math.random = randomFrom(new Uint32Array(native.random(16)));
}

declare const performance: { timeOrigin: number };

/** Random numbers between 0 and 1 by Doty-Humphrey's sfc32, with 53 bits as in Node. */
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
