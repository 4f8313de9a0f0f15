/** What the sandbox gives a program in QuickJS: `lib/run/sandbox/javascript/javascript-calls.ts`. */
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
  shell(call: string): string;
  compile(path: string, code: string): ModuleFunction;
}

/** Takes `exports`, `require`, `module`, `__filename` and `__dirname`. */
export type ModuleFunction = (...given: unknown[]) => void;

declare const __native: Native;
export const native = __native;

/**
 * An error with the code that scripts ask for, which crosses from the sandbox as the beginning of its text.
 * @param given the paths that it was given, as a script names them: so do errors, where the tree names them from its root on
 */
export function coded<Result>(act: () => Result, given: readonly unknown[] = []): Result {
  try {
    return act();
  } catch (caught) {
    const error = caught as Error & { code?: string; errno?: number };
    const code = /^([A-Z]{4,}): /.exec(error.message)?.[1];
    if (code === undefined) throw error;
    const paths = given.filter((each) => typeof each === "string");
    error.message = paths.reduce((text, path) => withPath(text, path), error.message);
    const syscall = /, (\w+)(?: '|$)/.exec(error.message)?.[1];
    Object.assign(error, {
      code,
      errno: -(numbers[code] ?? 1),
      ...(syscall && { syscall }),
      ...(paths[0] !== undefined && { path: paths[0] }),
    });
    throw error;
  }
}

/** Linux's numbers of what the tree says. */
const numbers: Readonly<Record<string, number>> = {
  EPERM: 1,
  ENOENT: 2,
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

/** A path that counts from the working folder, in place of the whole one. */
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
  readonly version: string;
  readonly entry?: string;
  readonly env: Record<string, string>;
  readonly cwd: string;
}

/** Of the program that is about to run; `begin.ts` asks for them once more, as this may be a copy of a memory in which they were asked for before. */
export let facts = call<Facts>("facts");

export function askFacts(): void {
  facts = call<Facts>("facts");
}
