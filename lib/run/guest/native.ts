import { Buffer } from "buffer";

/** The sandbox's functions for a program in QuickJS: `lib/run/sandbox/javascript/javascript-calls.ts`. */
interface Native {
  call(name: string, args: string): string;
  read(path: string): ArrayBuffer;
  write(path: string, bytes: ArrayBuffer): void;
  append(path: string, bytes: ArrayBuffer): void;
  print(stream: "out" | "err", text: string): void;
  printBytes(stream: "out" | "err", bytes: ArrayBuffer): void;
  stdin(): ArrayBuffer;
  random(count: number): ArrayBuffer;
  hash(name: string, bytes: ArrayBuffer): ArrayBuffer;
  /** @param how JSON of a language and options */
  compare(one: string, other: string, how: string): number;
  /** How a promise has ended, and with what. */
  promise(promise: Promise<unknown>): ["pending" | "fulfilled" | "rejected", unknown];
  /** Calls what starts no programs, and stops it after a time, of which it learns nothing. */
  withinTime(run: () => void, milliseconds: number): void;
  shell(call: string): string;
  compile(path: string, code: string): ModuleFunction | SyntaxError;
}

/** Called with `exports`, `require`, `module`, `__filename` and `__dirname`. */
export type ModuleFunction = (...given: unknown[]) => void;

declare const __native: Native;
export const native = __native;

/** Prints a text: the engine hands it over as far as its first NUL, and half a sign as three. */
export function print(stream: "out" | "err", text: string): void {
  if (text.includes("\0")) native.printBytes(stream, Uint8Array.from(Buffer.from(text)).buffer);
  else native.print(stream, text.toWellFormed());
}

/**
 * Runs `act`; an error gets the `code` that scripts test for, which the sandbox passes as the beginning of the message.
 * @param given the paths as the script named them, which the error then names too, instead of absolute ones
 */
export function coded<Result>(act: () => Result, given: readonly unknown[] = []): Result {
  try {
    return act();
  } catch (caught) {
    const { message, name } = caught as Error;
    const code = /^([A-Z]{4,}): /.exec(message)?.[1];
    // An error of the sandbox's own engine comes with the name of its class, and of the class `Error`.
    if (code === undefined && Object.hasOwn(caught as Error, "name"))
      throw name === "RangeError" ? new RangeError(message) : new Error(message);
    if (code === undefined) throw caught;
    const paths = given.filter((each) => typeof each === "string");
    const text = paths.reduce((said, path) => withPath(said, path), message);
    throw systemError(text, code, { syscall: /, (\w+)(?: '|$)/.exec(text)?.[1], path: paths[0] });
  }
}

/** An error as of a system call, with Node's properties in Node's order: scripts print them. */
export function systemError(
  text: string,
  code: string,
  more: Readonly<Record<"syscall", string | undefined> & Partial<Record<"path" | "dest", string | undefined>>>,
): Error {
  const known = Object.entries(more).filter(([, value]) => value !== undefined);
  return Object.assign(new Error(text), { errno: -(numbers[code] ?? 1), code, ...Object.fromEntries(known) });
}

/** Linux's errno values for the tree's error codes. */
const numbers: Readonly<Record<string, number>> = {
  EPERM: 1,
  ENOENT: 2,
  ESRCH: 3,
  EIO: 5,
  EBADF: 9,
  EACCES: 13,
  EEXIST: 17,
  ENOTDIR: 20,
  EISDIR: 21,
  EINVAL: 22,
  EFBIG: 27,
  ENOSPC: 28,
  ENAMETOOLONG: 36,
  ENOTEMPTY: 39,
  ELOOP: 40,
};

/** Replaces the absolute path in a message by `path`, which is relative to the working folder. */
function withPath(text: string, path: string): string {
  const end = path.replace(/^(?:\.\/)+/, "");
  return text.replaceAll(/'(\/[^']*)'/g, (quoted, whole: string) =>
    end !== "" && whole.endsWith(`/${end}`) && path !== whole ? `'${path}'` : quoted,
  );
}

export function call<Result>(name: string, ...args: unknown[]): Result {
  return coded(() => JSON.parse(native.call(name, JSON.stringify(args))) as Result, args);
}

interface Facts {
  readonly argv: string[];
  readonly options: string[];
  readonly knowsModules: boolean;
  readonly version: string;
  readonly entry?: string;
  readonly env: Record<string, string>;
  readonly cwd: string;
}

/** Facts about the program about to run; `begin.ts` reads them again, as this may be a copy of a memory that has read another program's. */
export let facts = call<Facts>("facts");

export function askFacts(): void {
  facts = call<Facts>("facts");
}
