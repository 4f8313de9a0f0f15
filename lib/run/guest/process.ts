import { format } from "node-inspect-extracted";
import { argumentError, nodeError } from "./arguments/argument-errors.ts";
import { kinds } from "./arguments/kinds.ts";
import { EventEmitter } from "./events.ts";
import { bytesOf } from "./fs/open-files.ts";
import { call, facts, native, print, systemError } from "./native.ts";
import { Readable, Writable } from "./streams/streams.ts";
import { nextTick, setSoon } from "./timers.ts";

/** Prints at once what is written; streams that are piped into it leave it open. */
class Output extends Writable {
  readonly #stream: "out" | "err";
  readonly _isStdio = true;
  readonly fd: number;
  constructor(stream: "out" | "err") {
    super();
    this.#stream = stream;
    this.fd = stream === "out" ? 1 : 2;
  }
  hasColors(): boolean {
    return false;
  }
  getColorDepth(): number {
    return 1;
  }
  /** Does not go through what a stream keeps, as scripts print thousands of lines. */
  override write(data: unknown, ...rest: unknown[]): boolean {
    if (this.writableEnded || this.destroyed) return super.write(data, ...(rest as [BufferEncoding]));
    if (typeof data === "string") print(this.#stream, data);
    else native.printBytes(this.#stream, bytesOf(data));
    const done = rest.at(-1);
    if (typeof done === "function") queueMicrotask(() => done());
    return true;
  }
}

/** All programs that a script starts are told by this one: each has ended before the next begins. */
export const childPid = 2;

/** The environment: whatever a script writes there becomes text. */
function asTexts(env: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return new Proxy<Record<string, string | undefined>>(
    { ...env },
    {
      set: (target, name, value) => Reflect.set(target, name, String(value)),
      defineProperty: (target, name, how) => Reflect.defineProperty(target, name, { ...how, value: String(how.value) }),
    },
  );
}

let exitCode: number | undefined;
let folder = facts.cwd;
let began = Date.now();

/** `process`, as far as scripts use it. */
export const processObject = Object.assign(new EventEmitter(), {
  argv: facts.argv,
  argv0: "node",
  execPath: "/usr/bin/node",
  execArgv: [] as string[],
  env: asTexts(facts.env),
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
  stdin: Object.assign(new Readable({ read: readInput }), { fd: 0 }),
  cwd: () => folder,
  chdir(path: string) {
    try {
      folder = call<string>("changeFolder", path);
    } catch (caught) {
      const { message, code = "" } = caught as Error & { readonly code?: string };
      const text = message.replace(/, \w+ '.*/, `, chdir '${folder}' -> '${path}'`);
      throw systemError(text, code, { syscall: "chdir", path: folder, dest: path });
    }
  },
  uptime: () => (Date.now() - began) / 1000,
  hrtime: Object.assign(elapsed, { bigint: () => BigInt(Date.now() - began) * 1_000_000n }),
  cpuUsage(before?: { readonly user: number; readonly system: number }) {
    if (before) {
      kinds.object?.(before, "prevValue");
      for (const name of ["user", "system"] as const) kinds.count?.(before[name], `prevValue.${name}`);
    }
    return { user: (Date.now() - began) * 1000 - (before?.user ?? 0), system: 0 };
  },
  availableMemory: () => 256 * 1024 * 1024,
  getgroups: () => [1000],
  memoryUsage: Object.assign(memoryUsage, { rss: () => memoryUsage().rss }),
  nextTick,
  emitWarning,
  umask: (mask?: number | string) => call<number>("umask", typeof mask === "string" ? Number.parseInt(mask, 8) : mask),
  release: { name: "node" },
  config: { target_defaults: {}, variables: {} },
  features: { inspector: false, ipv6: true, tls: false, typescript: "strip" },
  allowedNodeEnvironmentFlags: new Set<string>(),
  abort: () => end(128 + 6),
  /** Only its own process: there is no other. */
  kill(pid: number, signal: string | number = "SIGTERM"): boolean {
    const name = signal || "SIGTERM";
    const number = signal === ((signal as number) | 0) ? signal : signals[name];
    if (number === undefined) throw nodeError(TypeError, "ERR_UNKNOWN_SIGNAL", format("Unknown signal: %s", name));
    if (pid > childPid) throw systemError("kill ESRCH", "ESRCH", { syscall: "kill" });
    if (number === 0 || pid !== processObject.pid) return number === 0;
    if (typeof name === "string" && processObject.emit(name, name, number)) return true;
    return end(128 + number);
  },
  getuid: () => 1000,
  geteuid: () => 1000,
  getgid: () => 1000,
  getegid: () => 1000,
  /** Ends the program: the sandbox stops it at its next step. */
  exit(code?: number | string | null): never {
    leave(readCode(code) ?? exitCode ?? 0);
    // Nothing after it may run, and nothing may catch it.
    for (;;);
  },
});

Object.defineProperty(processObject, "exitCode", {
  get: () => exitCode,
  set: (code: number | string | null | undefined) => {
    exitCode = readCode(code);
  },
  enumerable: true,
});

/** An exit code, which may be given as text. @throws for what is none, as in Node */
function readCode(code: number | string | null | undefined): number | undefined {
  if (code === undefined || code === null) return undefined;
  const number = typeof code === "string" && code !== "" && Number.isInteger(Number(code)) ? Number(code) : code;
  kinds.integer?.(number, "code");
  return number as number;
}

/** Seconds and nanoseconds since the program began, or since an earlier call gave these. */
function elapsed([seconds, nanoseconds]: readonly [number, number] = [0, 0]): [number, number] {
  const passed = Date.now() - began - seconds * 1000 - nanoseconds / 1e6;
  return [Math.floor(passed / 1000), Math.round((passed - Math.floor(passed / 1000) * 1000) * 1e6)];
}

interface Warned {
  readonly type?: string;
  readonly code?: string;
  readonly detail?: string;
}

/** Tells a warning to who listens, and prints it. */
function emitWarning(given: unknown, kind?: string | Warned, ownCode?: string): void {
  const {
    type = "Warning",
    code,
    detail,
  } = typeof kind === "object"
    ? kind
    : { ...(kind !== undefined && { type: kind }), ...(ownCode !== undefined && { code: ownCode }) };
  for (const [name, value] of [
    ["type", type],
    ["code", code ?? ""],
  ])
    if (typeof value !== "string") throw argumentError(String(name), "of type string", value);
  if (typeof given !== "string" && !(given instanceof Error))
    throw argumentError("warning", "of type string or an instance of Error", given);
  const warning =
    given instanceof Error
      ? given
      : Object.assign(new Error(given), {
          name: type,
          ...(code !== undefined && { code }),
          ...(detail !== undefined && { detail }),
        });
  setSoon(() => {
    native.print(
      "err",
      `(node:1) ${code === undefined ? "" : `[${code}] `}${String(warning)}\n${detail === undefined ? "" : `${detail}\n`}`,
    );
    processObject.emit("warning", warning);
  });
}

/** All of the input, which is there already. */
function readInput(this: InstanceType<typeof Readable>): void {
  setSoon(() => {
    const bytes = new Uint8Array(native.stdin());
    if (bytes.length > 0) this.push(bytes);
    this.push(null);
  });
}

/** Takes over the arguments and the environment of the program. */
export function beginProcess(): void {
  folder = facts.cwd;
  began = Date.now();
  Object.assign(processObject, { argv: facts.argv, execArgv: facts.options, env: asTexts(facts.env) });
}

/** The engine's own memory: the program has no other. */
function memoryUsage() {
  const { used, bytes } = call("memory") as Readonly<Record<"used" | "bytes", number>>;
  return { rss: used, heapTotal: used, heapUsed: used, external: 0, arrayBuffers: bytes };
}

export const signals: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
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

/** Called when a module still waits, and nothing is left that could end its waiting. */
export function endUnsettled(): void {
  if (isLeaving) return;
  processObject.exitCode ??= 13;
  native.print("err", `Warning: Detected unsettled top-level await at file://${facts.entry ?? ""}\n`);
}

/** Called when an uncaught error ends the program. */
export function runFailed(): void {
  leave(1);
}

/** Called when nothing is left to do. */
export function runExit(): void {
  processObject.emit("beforeExit", processObject.exitCode ?? 0);
  leave(processObject.exitCode ?? 0);
}
