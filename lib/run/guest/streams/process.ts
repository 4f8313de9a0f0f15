import { nextTick } from "../timers.ts";

interface Outputs {
  readonly stdout: unknown;
  readonly stderr: unknown;
}

const outputs = () => (globalThis as unknown as { readonly process: Outputs }).process;

/** What the library of streams asks `process` for, which is made of streams itself. */
export const process = {
  nextTick,
  get stdout() {
    return outputs().stdout;
  },
  get stderr() {
    return outputs().stderr;
  },
};
