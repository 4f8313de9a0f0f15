import { format, inspect } from "node-inspect-extracted";
import { headed } from "../errors/errors.ts";
import { processObject } from "../process.ts";
import { tableText } from "./table.ts";

type Print = (stream: "out" | "err", text: string) => void;

/** A stream of the script's own, or of the process. */
interface Target {
  write(text: string): unknown;
}

/** Node's `console`. */
function consoleOver(write: Print) {
  const counts = new Map<string, number>();
  const times = new Map<string, number>();
  let indent = "";

  function print(stream: "out" | "err", args: readonly unknown[]): void {
    const text = format(...args.map(headed));
    write(stream, `${indent}${indent ? text.replaceAll("\n", `\n${indent}`) : text}\n`);
  }
  const since = (label: string) => {
    const began = times.get(label);
    return began === undefined ? undefined : spent(Date.now() - began);
  };

  // Their names are printed too.
  const made = {
    log: (...args: unknown[]) => print("out", args),
    warn: (...args: unknown[]) => print("err", args),
    error: (...args: unknown[]) => print("err", args),
    info: (...args: unknown[]) => print("out", args),
    debug: (...args: unknown[]) => print("out", args),
    trace: (...args: unknown[]) => print("err", [`Trace${args.length > 0 ? `: ${format(...args)}` : ""}`]),
    dir: (value: unknown, options?: object) => print("out", [inspect(value, { customInspect: false, ...options })]),
    dirxml: (...args: unknown[]) => print("out", args),
    assert(is?: unknown, ...args: unknown[]) {
      if (is) return;
      const [first, ...others] = args;
      if (typeof first === "string") print("err", [`Assertion failed: ${first}`, ...others]);
      else print("err", ["Assertion failed", ...args]);
    },
    group(...args: unknown[]) {
      if (args.length > 0) made.log(...args);
      indent += "  ";
    },
    groupCollapsed: (...args: unknown[]) => made.group(...args),
    groupEnd() {
      indent = indent.slice(2);
    },
    count(label = "default") {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      made.log(`${label}: ${counts.get(label)}`);
    },
    countReset: (label = "default") => void counts.delete(label),
    time: (label = "default") => void times.set(label, Date.now()),
    timeLog(label = "default", ...args: unknown[]) {
      const took = since(label);
      if (took !== undefined) print("out", [`${label}: ${took}`, ...args]);
      else write("err", `(node:1) Warning: No such label '${label}' for console.timeLog()\n`);
    },
    timeEnd(label = "default") {
      const took = since(label);
      if (took !== undefined) print("out", [`${label}: ${took}`]);
      else write("err", `(node:1) Warning: No such label '${label}' for console.timeEnd()\n`);
      times.delete(label);
    },
    table: (data: unknown, properties?: readonly string[]) =>
      made.log(typeof data === "object" && data !== null ? tableText(data, properties) : data),
  };
  return made;
}

function spent(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds}ms` : `${(milliseconds / 1000).toFixed(3)}s`;
}

/** `console.Console`: prints to streams of the script's own. */
function Console(given: Target | { readonly stdout: Target; readonly stderr?: Target }, errors?: Target) {
  const [out, err] = "stdout" in given ? [given.stdout, given.stderr] : [given, errors];
  return consoleOver((stream, text) => void (stream === "err" ? (err ?? out) : out).write(text));
}

/** What scripts put in place of `process.stdout.write` is told what the console prints. */
const { stdout, stderr } = processObject;
export const console = Object.assign(
  consoleOver((stream, text) => void (stream === "err" ? stderr : stdout).write(text)),
  { Console, clear: () => undefined },
);
