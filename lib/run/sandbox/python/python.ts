import type { RunPackage } from "#lib/run/packages/package.ts";
import { zoneChanges } from "#lib/run/sandbox/dates/zones.ts";
import type { EmscriptenFS, EmscriptenProgram } from "#lib/run/sandbox/emscripten/emscripten-files.ts";
import { mountTree } from "#lib/run/sandbox/emscripten/tree-files.ts";
import type { Interpreter, ProgramStart, ShellCall } from "#lib/run/sandbox/program.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import { bootPython, type Glue, type Pyodide, type PythonImage } from "./boot-python.ts";
import type { UnpackedPython } from "./python-parts.ts";

/** How deeply Python may start Python: each interpreter takes tens of megabytes. */
const mostAtOnce = 6;

/** What the page offers of packages. */
export interface PackageDoor {
  readonly packages: readonly RunPackage[];
  /** Called with the name of a module that a program failed to import and that is not part of Python. */
  lack(module: string): void;
}

/** The functions of `lib/run/python/page_main.py` used here. */
interface MainModule {
  readonly start: Callable;
  /** Makes the interpreter do what all programs do, without leaving a trace. */
  rehearse(): void;
  destroy(): void;
}

type Callable = ((...given: unknown[]) => unknown) & { callPromising(...given: unknown[]): Promise<unknown> };

/** A supply of interpreters, each new: nothing has run in it. */
export interface Interpreters {
  next(): Promise<Pyodide>;
  /** Starts the next interpreter now, so that its program need not wait. */
  prepare(): void;
}

/** @param importText returns the default export of a module, given its text */
export function interpreters(
  parts: () => Promise<UnpackedPython>,
  importText: (text: string) => Promise<unknown>,
): Interpreters {
  let image: Promise<PythonImage> | undefined;
  let spare: Promise<Pyodide> | undefined;

  async function begin(): Promise<Pyodide> {
    image ??= parts().then(async ({ script, ...given }) => ({ ...given, glue: (await importText(script)) as Glue }));
    return bootPython(await image);
  }

  return {
    next() {
      const begun = spare ?? begin();
      spare = undefined;
      return begun;
    },
    prepare() {
      spare ??= begin().then(rehearsed);
      // The error is reported to the program that gets the interpreter.
      spare.catch(() => undefined);
    },
  };
}

/** A browser runs code slowly the first time. */
function rehearsed(pyodide: Pyodide): Pyodide {
  const main = pyodide.pyimport("page_main") as MainModule;
  main.rehearse();
  return pyodide;
}

/**
 * Runs programs with CPython's command line: `python3 [options] [script|-c code|-m module|-] [arguments]`. Each program gets an interpreter
 * of its own, made from the memory of a freshly started one.
 * @param door asked by each program; gives nothing if there are no packages
 */
export function python(from: Interpreters, door: () => PackageDoor | undefined = () => undefined): Interpreter {
  let running = 0;
  return async (start) => {
    if (running >= mostAtOnce) {
      start.write("err", `python3: not started: ${mostAtOnce} are running inside one another already.\n`);
      return 1;
    }
    running++;
    try {
      return await runProgram(start, await from.next(), door());
    } finally {
      running--;
    }
  };
}

async function runProgram(start: ProgramStart, pyodide: Pyodide, door: PackageDoor | undefined): Promise<number> {
  const files = mountTree(partsOf(pyodide), start.tree);
  connectStreams(pyodide, start);
  async function ask(line: string, facts: string, stdin: Uint8Array) {
    files.flush();
    const ended = await start.shell(line, { ...(JSON.parse(facts) as Omit<ShellCall, "stdin">), stdin });
    files.refresh();
    return ended;
  }
  // Wrapped in an object, because Pyodide ties a returned promise to an event loop, and there is none.
  const shell = (...asked: Parameters<typeof ask>) => ({ promise: ask(...asked) });
  const pause = (seconds: number) => ({
    promise: new Promise<void>((done, fail) => {
      setTimeout(done, seconds * 1000);
      start.signal?.addEventListener("abort", () => fail(new Error("Its time is over")));
    }),
  });
  const packages = door?.packages.map(({ file, bytes }) => [file, bytes] as const) ?? [];
  const lack = door && ((module: unknown) => door.lack(String(module)));
  const facts = JSON.stringify({
    args: start.args,
    cwd: start.cwd,
    env: start.env,
    isLive: start.isLive,
    waits: canWait,
  });
  const main = pyodide.pyimport("page_main") as MainModule;
  try {
    // In browsers where WebAssembly cannot wait for a promise, the program runs too, but cannot start others.
    const given = [facts, shell, pause, packages, lack, filesOf(start.tree)] as const;
    const status = canWait ? await main.start.callPromising(...given) : main.start(...given);
    return Number(status) & 255;
  } catch (caught) {
    start.write("err", `Fatal Python error: ${caught instanceof Error ? caught.message : String(caught)}\n`);
    return 134;
  } finally {
    files.flush();
  }
}

/** What Python asks the tree and the browser itself, as Emscripten has it not. */
function filesOf(tree: RunTree) {
  return {
    /** @returns the error's code, or "" */
    add_name(path: string, name: string): string {
      try {
        tree.addName(path, name);
        return "";
      } catch (caught) {
        if (caught instanceof RunFileError) return caught.code;
        throw caught;
      }
    },
    umask(mask: number): number {
      const { umask } = tree;
      tree.umask = mask;
      return umask;
    },
    /** @returns a zone's changes, or "" */
    zone(name: string): string {
      try {
        return JSON.stringify(zoneChanges(name));
      } catch {
        return "";
      }
    },
    zones: () => JSON.stringify([...Intl.supportedValuesOf("timeZone"), "UTC"]),
  };
}

function partsOf({ FS, ERRNO_CODES: codes, _module: memory }: Pyodide): EmscriptenProgram {
  return { FS: FS as unknown as EmscriptenFS, codes, kept: ["dev", "lib", "proc"], memory };
}

/** Whether the browser lets WebAssembly wait for a promise. */
const canWait = "Suspending" in WebAssembly;

function connectStreams(pyodide: Pyodide, { stdin, leave, write }: ProgramStart): void {
  let at = 0;
  let input: Uint8Array | undefined;
  pyodide.setStdin({
    isatty: false,
    read(buffer) {
      input ??= stdin();
      const part = input.subarray(at, at + buffer.length);
      buffer.set(part);
      at += part.length;
      leave?.(input.length - at);
      return part.length;
    },
  });
  const to = (stream: "out" | "err") => ({
    isatty: false,
    write(buffer: Uint8Array) {
      write(stream, buffer.slice());
      return buffer.length;
    },
  });
  pyodide.setStdout(to("out"));
  pyodide.setStderr(to("err"));
}
