import type { RunPackage } from "#lib/run/packages/package.ts";
import type { Interpreter, ProgramStart } from "#lib/run/sandbox/program.ts";
import { bootPython, type Pyodide, type PythonImage, unpackPython } from "./boot-python.ts";
import type { PythonParts } from "./python-parts.ts";
import { mountTree } from "./tree-files.ts";

/** How deep Python may be started by Python: each is tens of megabytes. */
const mostAtOnce = 6;

/** Packages, where the page has some to offer. */
export interface PackageDoor {
  /** Those that this run gets. */
  readonly packages: readonly RunPackage[];
  /** Told the name of a module that a program failed for and that is no part of Python. */
  lack(module: string): void;
}

/** What `lib/run/python/page_main.py` has for us. */
interface MainModule {
  readonly start: Callable;
  destroy(): void;
}

type Callable = ((...given: unknown[]) => unknown) & { callPromising(...given: unknown[]): Promise<unknown> };

/**
 * CPython's way to call: `python3 [options] [script|-c code|-m module|-] [arguments]`. Each program gets an interpreter of its own, made from the
 * memory of one that has just begun.
 * @param importText gives the default of a module by its text
 * @param door absent where there are no packages
 */
export function python(
  parts: () => Promise<PythonParts>,
  importText: (text: string) => Promise<unknown>,
  door?: PackageDoor,
): Interpreter & { prepare(): void } {
  let image: Promise<Required<PythonImage>> | undefined;
  let running = 0;

  const unpack = () => {
    image ??= parts().then((given) => unpackPython(given, importText));
    return image;
  };

  const run: Interpreter = async (start) => {
    if (running >= mostAtOnce) {
      start.write("err", `python3: not started: ${mostAtOnce} are running inside one another already.\n`);
      return 1;
    }
    running++;
    try {
      return await runProgram(start, await bootPython(await unpack()), door);
    } finally {
      running--;
    }
  };
  return Object.assign(run, { prepare: () => void unpack().catch(() => undefined) });
}

async function runProgram(start: ProgramStart, pyodide: Pyodide, door: PackageDoor | undefined): Promise<number> {
  const files = mountTree(pyodide, start.tree);
  connectStreams(pyodide, start);
  async function ask(line: string, cwd: string, env: string, stdin: Uint8Array) {
    files.flush();
    const ended = await start.shell(line, { cwd, env: JSON.parse(env), stdin });
    files.refresh();
    return ended;
  }
  // In an object each, as Pyodide ties a promise that a call gives to an event loop, and there is none.
  const shell = (...asked: Parameters<typeof ask>) => ({ promise: ask(...asked) });
  const pause = (seconds: number) => ({ promise: new Promise((done) => setTimeout(done, seconds * 1000)) });
  const packages = door?.packages.map(({ file, bytes }) => [file, bytes] as const) ?? [];
  const lack = door && ((module: unknown) => door.lack(String(module)));
  const facts = JSON.stringify({ args: start.args, cwd: start.cwd, env: start.env, waits: canWait });
  const main = pyodide.pyimport("page_main") as MainModule;
  try {
    // Without the way to wait inside a program, it runs all the same, and cannot start others.
    const given = [facts, shell, pause, packages, lack] as const;
    const status = canWait ? await main.start.callPromising(...given) : main.start(...given);
    return Number(status) & 255;
  } catch (caught) {
    start.write("err", `Fatal Python error: ${caught instanceof Error ? caught.message : String(caught)}\n`);
    return 134;
  } finally {
    files.flush();
  }
}

/** Whether the browser lets WebAssembly wait for a promise. */
const canWait = "Suspending" in WebAssembly;

function connectStreams(pyodide: Pyodide, { stdin, write }: ProgramStart): void {
  let at = 0;
  pyodide.setStdin({
    isatty: false,
    read(buffer) {
      const part = stdin.subarray(at, at + buffer.length);
      buffer.set(part);
      at += part.length;
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
