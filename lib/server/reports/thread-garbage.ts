import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// V8 hands it to contexts that are made from now on, and to no others.
setFlagsFromString("--expose-gc");

/**
 * Frees what a thread needs no more, at once. V8 left to itself keeps what belonged to one report until well into the next: the server
 * would have room for both.
 */
export const collectGarbage = runInNewContext("gc") as () => void;
