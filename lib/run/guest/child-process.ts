import { Buffer } from "buffer";
import { isTimed } from "./contexts/time-limit.ts";
import { EventEmitter } from "./events.ts";
import { coded, native } from "./native.ts";
import { childPid, processObject } from "./process.ts";
import { Readable, Writable } from "./streams/streams.ts";
import { hasOthers, setSoon, setTimer } from "./timers.ts";

interface ChildOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly encoding?: string;
  readonly stdio?: string | readonly unknown[];
  readonly shell?: boolean | string;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly killSignal?: string;
}

/** Exit codes that say that a signal has ended the program, much more often than a program chooses them. */
const bySignal: Readonly<Record<number, string>> = { 137: "SIGKILL", 143: "SIGTERM" };

interface Ended {
  readonly status: number;
  /** Whether it exceeded its timeout. */
  readonly isLate: boolean;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Runs a line of shell to its end. */
function run(line: string, { cwd, env, input = "", timeout = 0 }: ChildOptions): Ended {
  if (isTimed()) throw new Error("Code that vm runs with a time limit can start no programs in a page.");
  const stdin = Buffer.from(input as string).toString("latin1");
  const asked = { line, cwd: cwd ?? processObject.cwd(), env: env ?? processObject.env, stdin, timeout };
  const began = Date.now();
  const { status, out, err } = JSON.parse(coded(() => native.shell(JSON.stringify(asked)))) as Record<
    "out" | "err",
    string
  > & {
    readonly status: number;
  };
  const isLate = timeout > 0 && Date.now() - began >= timeout;
  return { status, isLate, stdout: Buffer.from(out, "latin1"), stderr: Buffer.from(err, "latin1") };
}

function quoted(file: string, args: readonly string[] = []): string {
  return [file, ...args].map((word) => `'${String(word).replaceAll("'", "'\\''")}'`).join(" ");
}

function commandOf(file: string, args: readonly string[], { shell }: ChildOptions): string {
  return shell ? [file, ...args].join(" ") : quoted(file, args);
}

function decoded(bytes: Buffer, { encoding }: ChildOptions): string | Buffer {
  return encoding && encoding !== "buffer" ? bytes.toString(encoding as BufferEncoding) : bytes;
}

function shown(ended: Ended, { stdio }: ChildOptions, kept: "both" | "err"): void {
  if (isInherited({ stdio }, 1)) processObject.stdout.write(ended.stdout);
  if (isInherited({ stdio }, 2) || (stdio === undefined && kept === "err")) processObject.stderr.write(ended.stderr);
}

function isInherited({ stdio }: { readonly stdio?: ChildOptions["stdio"] | undefined }, at: number): boolean {
  return stdio === "inherit" || (Array.isArray(stdio) && (stdio[at] === "inherit" || stdio[at] === at));
}

function requireSuccess(command: string, ended: Ended, options: ChildOptions): string | Buffer {
  shown(ended, options, "err");
  if (ended.isLate) throw Object.assign(late(command), { status: null, signal: "SIGTERM" });
  if (ended.status === 0) return decoded(ended.stdout, options);
  const told = ended.stderr.toString();
  const [stdout, stderr] = [decoded(ended.stdout, options), decoded(ended.stderr, options)];
  throw Object.assign(new Error(`Command failed: ${command}${told === "" ? "" : `\n${told}`}`), {
    status: ended.status in bySignal ? null : ended.status,
    signal: bySignal[ended.status] ?? null,
    output: [null, stdout, stderr],
    pid: 2,
    stdout,
    stderr,
  });
}

function argumentsOf(args?: readonly string[] | ChildOptions, options?: ChildOptions) {
  return Array.isArray(args)
    ? { args: args as readonly string[], options: options ?? {} }
    : { args: [], options: (args ?? {}) as ChildOptions };
}

function spawnSync(file: string, given?: readonly string[] | ChildOptions, more?: ChildOptions) {
  const { args, options } = argumentsOf(given, more);
  const ended = run(commandOf(file, args, options), options);
  shown(ended, options, "both");
  const isMissing = ended.status === 127 && !options.shell;
  const error = isMissing ? missing("spawnSync", file, args) : ended.isLate ? late(file) : undefined;
  const signal = ended.isLate ? (options.killSignal ?? "SIGTERM") : (bySignal[ended.status] ?? null);
  const output = isMissing ? null : outputOf(ended, options);
  return {
    ...(error && { error }),
    // A program that never started, or was ended, has no exit code.
    status: error || signal ? null : ended.status,
    signal,
    output,
    pid: isMissing ? 0 : 2,
    stdout: output?.[1],
    stderr: output?.[2],
  };
}

/** What came to the program that started it, and not to where that prints. */
function outputOf({ stdout, stderr }: Ended, options: ChildOptions) {
  const [out, err] = [stdout, stderr].map((bytes, at) =>
    isInherited(options, at + 1) ? null : decoded(bytes, options),
  );
  return [null, out, err] as const;
}

interface Child extends EventEmitter {
  readonly exitCode: number | null;
  readonly signalCode: string | null;
  readonly stdout: InstanceType<typeof Readable>;
  readonly stderr: InstanceType<typeof Readable>;
}

/** Runs to the end at once and reports later: the page runs one program at a time. */
function spawn(file: string, given?: readonly string[] | ChildOptions, more?: ChildOptions) {
  const { args, options } = argumentsOf(given, more);
  const child = new EventEmitter() as Child;
  const [out, err] = [new Readable({ read: nothing }), new Readable({ read: nothing })];
  const input: Uint8Array[] = [];
  const stdin = new Writable({
    write(chunk, _encoding, done) {
      input.push(chunk as Uint8Array);
      // It has read what there was.
      const late = "write EPIPE: in a page, a program that has begun reads nothing more";
      done(child.exitCode === null ? undefined : Object.assign(new Error(late), { code: "EPIPE" }));
    },
  });
  const facts = { spawnfile: file, spawnargs: [file, ...args], exitCode: null, signalCode: null, killed: false };
  Object.assign(child, { pid: childPid, connected: false, stdout: out, stderr: err, kill, ...facts });
  let isFed = false;
  Object.defineProperty(child, "stdin", {
    enumerable: true,
    get() {
      isFed = true;
      return stdin;
    },
  });
  const begin = () => {
    if (child.signalCode !== null) return tellKilled(child, child.signalCode);
    const ended = run(commandOf(file, args, options), {
      ...options,
      input: options.input ?? Buffer.concat(input),
    });
    if (ended.status === 127 && !options.shell) {
      return tellMissing(child, missing("spawn", file, args));
    }
    shown(ended, options, "both");
    tell(out, isInherited(options, 1) ? undefined : ended.stdout);
    tell(err, isInherited(options, 2) ? undefined : ended.stderr);
    const signal = ended.isLate ? "SIGTERM" : (bySignal[ended.status] ?? null);
    const status = signal ? null : ended.status;
    Object.assign(child, { exitCode: status, signalCode: signal });
    // After all listeners of its output.
    setTimeout(() => tellEnd(child, status, signal), 0);
  };
  // What a script is still to write is waited for, as long as anything else is to come.
  const beginFed = () => {
    if (!isFed || stdin.writableFinished || !hasOthers()) begin();
    else setTimer(beginFed, 1);
  };
  setSoon(() => {
    child.emit("spawn");
    beginFed();
  });
  return child;
}

function tellEnd(child: Child, status: number | null, signal: string | null): void {
  child.emit("exit", status, signal);
  child.emit("close", status, signal);
}

/** Tells of a program that is not there. */
function tellMissing(child: Child, error: Error): void {
  child.emit("error", error);
  for (const stream of [child.stdout, child.stderr]) tell(stream);
  setTimeout(() => child.emit("close", -2, null), 0);
}

/** Tells that a program has ended that never began. */
function tellKilled(child: Child, signal: string): void {
  for (const stream of [child.stdout, child.stderr]) tell(stream);
  tellEnd(child, null, signal);
}

/** A program that has not begun never does; one that has ended is not there any more. */
function kill(this: Child, signal = "SIGTERM"): boolean {
  if (this.exitCode !== null || this.signalCode !== null) return false;
  Object.assign(this, { killed: true, signalCode: signal });
  return true;
}

/** What is printed comes when the program has ended. */
const nothing = () => undefined;

/** Tells what a program has printed, and that this is all. */
function tell(stream: InstanceType<typeof Readable>, bytes: Buffer = Buffer.alloc(0)): void {
  if (bytes.length > 0) stream.push(bytes);
  stream.push(null);
  // As in Node, a program has not closed before what it printed is read.
  if (stream.readableFlowing === null) stream.resume();
}

/** The error for a program that does not exist. */
function missing(call: string, file: string, args: readonly string[]): Error {
  const facts = { errno: -2, code: "ENOENT", syscall: `${call} ${file}`, path: file, spawnargs: args };
  return Object.assign(new Error(`${call} ${file} ENOENT`), facts);
}

/** The error for a program that exceeded its timeout. */
function late(file: string): Error {
  const facts = { errno: -110, code: "ETIMEDOUT", syscall: `spawnSync ${file}`, path: file };
  return Object.assign(new Error(`spawnSync ${file} ETIMEDOUT`), facts);
}

type Done = (error: unknown, stdout: unknown, stderr: unknown) => void;

/** Runs a program to its end, and calls back with all that it printed. */
function later(command: string, child: Child, options: ChildOptions, done?: Done): Child {
  const parts: Record<"out" | "err", Buffer[]> = { out: [], err: [] };
  child.stdout.on("data", (chunk: Buffer) => parts.out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => parts.err.push(chunk));
  const printed = () => {
    const text = { encoding: "utf8", ...options };
    return [decoded(Buffer.concat(parts.out), text), decoded(Buffer.concat(parts.err), text)] as const;
  };
  // Who was told of a program that is not there hears nothing of its end.
  let isOver = false;
  child.on("error", (error: Error) => {
    isOver = true;
    const [stdout, stderr] = printed();
    done?.(Object.assign(error, { cmd: command, stdout, stderr }), stdout, stderr);
  });
  child.on("close", (status: number | null, signal: string | null) => {
    if (isOver) return;
    const [stdout, stderr] = printed();
    const facts = { code: status, killed: signal !== null, signal, cmd: command, stdout, stderr };
    const error = status === 0 ? null : Object.assign(new Error(`Command failed: ${command}\n${stderr}`), facts);
    done?.(error, stdout, stderr);
  });
  return child;
}

function exec(line: string, given?: ChildOptions | Done, more?: Done) {
  const [options, done] = typeof given === "function" ? [{}, given] : [given ?? {}, more];
  return later(line, spawn(line, [], { ...options, shell: true }), options, done);
}

function execFile(file: string, ...rest: unknown[]) {
  const done = typeof rest.at(-1) === "function" ? (rest.pop() as Done) : undefined;
  const { args, options } = argumentsOf(rest[0] as readonly string[], rest[1] as ChildOptions);
  return later([file, ...args].join(" "), spawn(file, args, options), options, done);
}

const asPromised =
  (act: (...args: never[]) => unknown) =>
  (...args: unknown[]) =>
    new Promise((done, fail) => {
      act(
        ...([
          ...args,
          (error: unknown, stdout: unknown, stderr: unknown) => (error ? fail(error) : done({ stdout, stderr })),
        ] as never[]),
      );
    });

/** Where a function has what `util.promisify` returns for it. */
export const promised = Symbol.for("nodejs.util.promisify.custom");
for (const act of [exec, execFile]) Object.defineProperty(act, promised, { value: asPromised(act as never) });

export const childProcess = {
  execSync: (line: string, options: ChildOptions = {}) => requireSuccess(line, run(line, options), options),
  execFileSync(file: string, given?: readonly string[] | ChildOptions, more?: ChildOptions) {
    const { args, options } = argumentsOf(given, more);
    const ended = run(commandOf(file, args, options), options);
    if (ended.status === 127 && !options.shell)
      throw Object.assign(missing("spawnSync", file, args), { status: null, signal: null, output: null, pid: 0 });
    return requireSuccess([file, ...args].join(" "), ended, options);
  },
  spawnSync,
  spawn,
  exec,
  execFile,
};
