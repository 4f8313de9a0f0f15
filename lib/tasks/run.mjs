import { spawn } from "node:child_process";

/** @type {readonly NodeJS.Signals[]} */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a program to its end, passing on the signals that reach this process, so that Ctrl+C or a
 * supervisor's SIGTERM ends the whole chain. A signal to npm itself reaches only the shell in between,
 * which dies of it without a word; so the program also ends when this process loses its parent.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @param {(text: string) => void} [onOutput] takes what the program prints; by default it goes straight through
 * @returns {Promise<number>} the exit code, or a shell's for a program that a signal ended
 */
export function run(command, args, options = {}, onOutput) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: onOutput ? ["ignore", "pipe", "pipe"] : "inherit", ...options });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => onOutput?.(text));

    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, pass);
    const parent = process.ppid;
    const watch = setInterval(() => process.ppid !== parent && pass("SIGTERM"), 500).unref();
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearInterval(watch);
      for (const name of signals) process.off(name, pass);
      resolve(code ?? (signal === "SIGINT" ? 130 : 143));
    });
  });
}
