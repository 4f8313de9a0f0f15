import { mountLimits } from "#lib/vfs/limits.ts";

/** What one run may use. */
export const runLimits = {
  /** Milliseconds until a run is ended; it can be extended by the same time. */
  time: 60_000,
  /** Milliseconds until the frame and its worker have loaded. */
  arrival: 30_000,
  /** Milliseconds for which a prepared frame waits for a run; its memory is why it is not longer (`README.md`). */
  idle: 60_000,
  /** Most characters of output. More ends the run. */
  output: 4_000_000,
  /** Most messages of one run. */
  messages: 20_000,
  /** Most bytes of the files that a run leaves. */
  changedBytes: mountLimits.bytes,
  changedFiles: 5_000,
  /** Most names of missing modules reported. */
  lacks: 20,
  /** Most characters of the environment passed to the next line. */
  environment: 100_000,
  /** Most bytes of WebAssembly memory, for JavaScript and Python together. */
  memory: 1024 * 1024 * 1024,
} as const;
