import { spawn } from "node:child_process";

/** @type {readonly NodeJS.Signals[]} */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Calls `end` with each signal that should end this process: Ctrl+C, a supervisor's SIGTERM. A signal to npm itself reaches only the shell
 * in between, which dies silently; so `end` is also called when this process loses its parent.
 * @param {(signal: NodeJS.Signals) => void} end
 * @returns {() => void} stops listening
 */
export function onEnd(end) {
  for (const signal of signals) process.on(signal, end);
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && end("SIGTERM"), 500).unref();
  return () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, end);
  };
}

/**
 * Continues when nobody reads this process's output any more: otherwise each line raises an uncaught error, and code that prints such
 * errors, as Next does, raises the next one, endlessly.
 */
export function outliveReaders() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/**
 * Runs a program to its end, and forwards signals that should end this process, so that the whole chain ends.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @param {(text: string) => void} [onOutput] gets the program's output; absent: it is printed
 * @returns {Promise<number>} the exit code; for a program ended by a signal, the one a shell would give
 */
export function run(command, args, options = {}, onOutput) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: onOutput ? ["ignore", "pipe", "pipe"] : "inherit", ...options });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => onOutput?.(text));

    const stop = onEnd((signal) => child.kill(signal));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      stop();
      resolve(code ?? (signal === "SIGINT" ? 130 : 143));
    });
  });
}
