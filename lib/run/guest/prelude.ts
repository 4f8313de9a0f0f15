import "./globals.ts";
import { Buffer } from "buffer";
import { format, inspect } from "node-inspect-extracted";
import { AbortController, AbortSignal } from "./abort.ts";
import { begin } from "./begin.ts";
import { installBuffers } from "./buffers.ts";
import { headed } from "./errors.ts";
import { runSoon, throwFailed } from "./failed.ts";
import { absent, builtin, load, runMain, timerFunctions } from "./modules.ts";
import { facts, native } from "./native.ts";
import { handleUncaught, processObject, runExit } from "./process.ts";
import { installPromises } from "./promises.ts";
import { tableText } from "./table.ts";
import { nextTimer, runTicks, runTimers } from "./timers.ts";
import * as web from "./web.ts";

/**
 * Node's environment for scripts in QuickJS: bundled separately (`lib/tasks/run-page.ts`), and evaluated when the build makes the memory
 * that programs start from. It consists only of the sandbox's calls (`native.ts`), so a script that changes any of it affects nothing but
 * itself.
 */
const counts = new Map<string, number>();
const times = new Map<string, number>();
let indent = "";

function print(stream: "out" | "err", args: readonly unknown[]): void {
  const text = format(...args.map(headed));
  native.print(stream, `${indent}${indent ? text.replaceAll("\n", `\n${indent}`) : text}\n`);
}

const log = (...args: unknown[]) => print("out", args);
const warn = (...args: unknown[]) => print("err", args);

const console = {
  log,
  info: log,
  debug: log,
  warn,
  error: warn,
  trace: (...args: unknown[]) => warn("Trace:", ...args),
  dir: (value: unknown, options?: object) => log(inspect(value, options)),
  assert: (is: unknown, ...args: unknown[]) => is || warn("Assertion failed:", ...args),
  group(...args: unknown[]) {
    if (args.length > 0) log(...args);
    indent += "  ";
  },
  groupEnd() {
    indent = indent.slice(2);
  },
  count(label = "default") {
    counts.set(label, (counts.get(label) ?? 0) + 1);
    log(`${label}: ${counts.get(label)}`);
  },
  time: (label = "default") => void times.set(label, Date.now()),
  timeEnd: (label = "default") => log(`${label}: ${Date.now() - (times.get(label) ?? Date.now())}ms`),
  table: (data: unknown, properties?: readonly string[]) =>
    log(typeof data === "object" && data !== null ? tableText(data, properties) : data),
};

function isMain(file: string): boolean {
  return file === facts.entry;
}

const host = {
  absent,
  begin,
  builtin,
  load,
  runMain,
  runExit,
  nextTimer,
  runTicks,
  runTimers,
  isMain,
  throwFailed,
  handleUncaught,
  inspectPrinted: (value: unknown) => (typeof value === "string" ? value : inspect(value)),
};

installPromises();
installBuffers();
Object.assign(globalThis, {
  __host: host,
  AbortController,
  AbortSignal,
  Buffer,
  console,
  atob: web.atob,
  btoa: web.btoa,
  crypto: web.crypto,
  fetch: web.fetch,
  structuredClone: web.structuredClone,
  queueMicrotask: runSoon,
  performance: { now: () => processObject.uptime() * 1000, timeOrigin: Date.now(), mark: () => undefined },
  ...timerFunctions,
});
