import { mountLimits } from "#lib/vfs/limits.ts";

/** What one run may take of the page. */
export const runLimits = {
  /** Milliseconds until a run is ended; it can be given the same once more. */
  time: 60_000,
  /** Milliseconds until the frame and its worker are there. */
  arrival: 30_000,
  /** Milliseconds for which what was made ready waits for a run. */
  idle: 120_000,
  /** Characters of output that are told. What is said beyond ends the run. */
  output: 4_000_000,
  /** Messages of one run. */
  messages: 20_000,
  /** Bytes of the files that a run leaves. */
  changedBytes: mountLimits.bytes,
  changedFiles: 5_000,
  /** Names of modules that it is told to have failed for. */
  lacks: 20,
  /** Characters of the environment that it leaves for the next line. */
  environment: 100_000,
  /** Bytes of memory that WebAssembly gets, for JavaScript and Python. */
  memory: 1024 * 1024 * 1024,
} as const;
