import { EventEmitter } from "./events.ts";
import { bytesOf } from "./fs/open-files.ts";
import { call, facts, native } from "./native.ts";
import { ReadStream } from "./read-stream.ts";
import { nextTick } from "./timers.ts";

class Output extends EventEmitter {
  readonly #stream: "out" | "err";
  readonly writable = true;
  constructor(stream: "out" | "err") {
    super();
    this.#stream = stream;
  }
  write(data: unknown, ...rest: unknown[]): boolean {
    if (typeof data === "string") native.print(this.#stream, data);
    else native.printBytes(this.#stream, bytesOf(data));
    const done = rest.at(-1);
    if (typeof done === "function") queueMicrotask(() => done());
    return true;
  }
  end(data?: unknown): void {
    if (data !== undefined) this.write(data);
  }
}

let folder = facts.cwd;
let began = Date.now();

/** `process`, as far as scripts use it. */
export const processObject = Object.assign(new EventEmitter(), {
  argv: facts.argv,
  argv0: "node",
  execPath: "/usr/bin/node",
  execArgv: [] as string[],
  env: { ...facts.env },
  version: facts.version,
  versions: { node: facts.version.slice(1), v8: "" },
  platform: "linux",
  arch: "x64",
  pid: 1,
  ppid: 0,
  title: "node",
  exitCode: undefined as number | undefined,
  stdout: new Output("out"),
  stderr: new Output("err"),
  stdin: Object.assign(new ReadStream(() => new Uint8Array(native.stdin())), { isTTY: false, fd: 0 }),
  cwd: () => folder,
  chdir(path: string) {
    folder = call<string>("changeFolder", path);
  },
  uptime: () => (Date.now() - began) / 1000,
  hrtime: Object.assign(() => [Math.floor((Date.now() - began) / 1000), ((Date.now() - began) % 1000) * 1e6], {
    bigint: () => BigInt(Date.now() - began) * 1000000n,
  }),
  memoryUsage: Object.assign(memoryUsage, { rss: () => memoryUsage().rss }),
  nextTick,
  emitWarning: (text: unknown) => native.print("err", `(node:1) Warning: ${String(text)}\n`),
  umask: () => 0o022,
  release: { name: "node" },
  abort: () => end(128 + 6),
  /** Only its own process: there is no other. */
  kill(pid: number, signal: string | number = "SIGTERM"): boolean {
    const number = typeof signal === "number" ? signal : (signals[signal] ?? 15);
    if (number === 0 || pid !== processObject.pid) return number === 0;
    if (typeof signal === "string" && processObject.emit(signal, signal, number)) return true;
    return end(128 + number);
  },
  getuid: () => 1000,
  /** Ends the program: the sandbox stops it at its next step. */
  exit(code?: number): never {
    leave(Number(code ?? processObject.exitCode ?? 0));
    // Nothing after it may run, and nothing may catch it.
    for (;;);
  },
});

/** Takes over the arguments and the environment of the program. */
export function beginProcess(): void {
  folder = facts.cwd;
  began = Date.now();
  Object.assign(processObject, { argv: facts.argv, env: { ...facts.env } });
}

/** The engine's own memory: the program has no other. */
function memoryUsage() {
  const { used, bytes } = call("memory") as Readonly<Record<"used" | "bytes", number>>;
  return { rss: used, heapTotal: used, heapUsed: used, external: 0, arrayBuffers: bytes };
}

const signals: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGTERM: 15,
};

/** Ends the program without calling its handlers. */
function end(code: number): never {
  call("exit", code);
  for (;;);
}

let isLeaving = false;

function leave(code: number): void {
  processObject.exitCode = code;
  if (!isLeaving) {
    isLeaving = true;
    processObject.emit("exit", code);
  }
  call("exit", Number(processObject.exitCode) || 0);
}

/**
 * Passes an uncaught error to the script's own handler, if it has one.
 * @returns whether it has
 */
export function handleUncaught(error: unknown, isOfPromise: boolean): boolean {
  if (isOfPromise && processObject.emit("unhandledRejection", error, undefined)) return true;
  return processObject.emit("uncaughtException", error, isOfPromise ? "unhandledRejection" : "uncaughtException");
}

/** Called when nothing is left to do. */
export function runExit(): void {
  processObject.emit("beforeExit", processObject.exitCode ?? 0);
  leave(processObject.exitCode ?? 0);
}
