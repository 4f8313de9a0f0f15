import { Buffer } from "buffer";
import { EventEmitter } from "./events.ts";
import { coded, native } from "./native.ts";
import { processObject } from "./process.ts";
import { ReadStream } from "./read-stream.ts";

interface ChildOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly encoding?: string;
  readonly stdio?: string | readonly unknown[];
  readonly shell?: boolean | string;
  /** Milliseconds. */
  readonly timeout?: number;
}

interface Ended {
  readonly status: number;
  /** Whether it exceeded its timeout. */
  readonly isLate: boolean;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Runs a line of shell to its end. */
function run(line: string, { cwd, env, input = "", timeout = 0 }: ChildOptions): Ended {
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

function decoded(bytes: Buffer, { encoding }: ChildOptions): string | Buffer {
  return encoding && encoding !== "buffer" ? bytes.toString(encoding as BufferEncoding) : bytes;
}

function shown(ended: Ended, { stdio }: ChildOptions, kept: "both" | "err"): void {
  const isInherited = (at: number) => stdio === "inherit" || (Array.isArray(stdio) && stdio[at] === "inherit");
  if (isInherited(1)) processObject.stdout.write(ended.stdout);
  if (isInherited(2) || (stdio === undefined && kept === "err")) processObject.stderr.write(ended.stderr);
}

function requireSuccess(command: string, ended: Ended, options: ChildOptions): string | Buffer {
  shown(ended, options, "err");
  if (ended.isLate) throw Object.assign(late(command), { status: null, signal: "SIGTERM" });
  if (ended.status === 0) return decoded(ended.stdout, options);
  const text = `Command failed: ${command}\n${ended.stderr.toString()}`;
  throw Object.assign(new Error(text), {
    status: ended.status,
    signal: null,
    code: ended.status,
    stdout: decoded(ended.stdout, options),
    stderr: decoded(ended.stderr, options),
  });
}

function argumentsOf(args?: readonly string[] | ChildOptions, options?: ChildOptions) {
  return Array.isArray(args)
    ? { args: args as readonly string[], options: options ?? {} }
    : { args: [], options: (args ?? {}) as ChildOptions };
}

function spawnSync(file: string, given?: readonly string[] | ChildOptions, more?: ChildOptions) {
  const { args, options } = argumentsOf(given, more);
  const ended = run(options.shell ? [file, ...args].join(" ") : quoted(file, args), options);
  shown(ended, options, "both");
  const [stdout, stderr] = [decoded(ended.stdout, options), decoded(ended.stderr, options)];
  const isMissing = ended.status === 127 && !options.shell;
  const error = isMissing ? missing("spawnSync", file, args) : ended.isLate ? late(file) : undefined;
  return {
    ...(error && { error }),
    // A program that never started has no exit code.
    status: error ? null : ended.status,
    signal: ended.isLate ? "SIGTERM" : null,
    output: [null, stdout, stderr],
    pid: 1,
    stdout,
    stderr,
  };
}

/** Runs to the end at once and reports later: the page runs one program at a time. */
function spawn(file: string, given?: readonly string[] | ChildOptions, more?: ChildOptions) {
  const { args, options } = argumentsOf(given, more);
  const child = new EventEmitter() as EventEmitter & Record<string, unknown>;
  const printed = { out: Buffer.alloc(0), err: Buffer.alloc(0) };
  const [out, err] = [new ReadStream(() => printed.out, null, false), new ReadStream(() => printed.err, null, false)];
  const input: (string | Uint8Array)[] = [];
  Object.assign(child, {
    pid: 1,
    stdout: out,
    stderr: err,
    stdin: {
      write: (text: string) => input.push(text),
      end: (text?: string) => text !== undefined && input.push(text),
    },
    kill: () => true,
  });
  setTimeout(() => {
    const stdin = Buffer.concat(input.map((part) => Buffer.from(part as string)));
    const ended = run(options.shell ? [file, ...args].join(" ") : quoted(file, args), {
      ...options,
      input: options.input ?? stdin,
    });
    if (ended.status === 127 && !options.shell) {
      child.emit("error", missing("spawn", file, args));
      return;
    }
    shown(ended, options, "both");
    Object.assign(printed, { out: ended.stdout, err: ended.stderr });
    for (const stream of [out, err]) stream.flow();
    const signal = ended.isLate ? "SIGTERM" : null;
    const status = ended.isLate ? null : ended.status;
    // After all listeners of its output.
    setTimeout(() => {
      child.emit("exit", status, signal);
      child.emit("close", status, signal);
    }, 0);
  }, 0);
  return child;
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

interface Later {
  readonly command: string;
  readonly line: string;
  /** What a missing program is told by; absent where a shell is started, which is there. */
  readonly file?: string;
  readonly args?: readonly string[];
}

function later({ command, line, file, args = [] }: Later, options: ChildOptions, done?: Done) {
  const child = new EventEmitter();
  setTimeout(() => {
    const ended = run(line, options);
    const text = { encoding: "utf8", ...options };
    const [stdout, stderr] = [decoded(ended.stdout, text), decoded(ended.stderr, text)];
    const isMissing = file !== undefined && ended.status === 127;
    const error =
      ended.status === 0
        ? null
        : isMissing
          ? Object.assign(missing("spawn", file, args), { cmd: command, stdout, stderr })
          : Object.assign(new Error(`Command failed: ${command}\n${ended.stderr.toString()}`), {
              code: ended.status,
              killed: false,
              signal: null,
              cmd: command,
              stdout,
              stderr,
            });
    done?.(error, stdout, stderr);
    child.emit("exit", ended.status, null);
    child.emit("close", ended.status, null);
  }, 0);
  return child;
}

function exec(line: string, given?: ChildOptions | Done, more?: Done) {
  const [options, done] = typeof given === "function" ? [{}, given] : [given ?? {}, more];
  return later({ command: line, line }, options, done);
}

function execFile(file: string, ...rest: unknown[]) {
  const done = typeof rest.at(-1) === "function" ? (rest.pop() as Done) : undefined;
  const { args, options } = argumentsOf(rest[0] as readonly string[], rest[1] as ChildOptions);
  return later({ command: [file, ...args].join(" "), line: quoted(file, args), file, args }, options, done);
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

/** What `util.promisify` returns for these two functions. */
export const promisified = new Map<unknown, unknown>([
  [exec, asPromised(exec as never)],
  [execFile, asPromised(execFile as never)],
]);

export const childProcess = {
  execSync: (line: string, options: ChildOptions = {}) => requireSuccess(line, run(line, options), options),
  execFileSync(file: string, given?: readonly string[] | ChildOptions, more?: ChildOptions) {
    const { args, options } = argumentsOf(given, more);
    return requireSuccess([file, ...args].join(" "), run(quoted(file, args), options), options);
  },
  spawnSync,
  spawn,
  exec,
  execFile,
};
