import type { PyodideAPI, PyodideConfig } from "pyodide";
import { copyContent } from "#lib/run/sandbox/emscripten/memory-content.ts";
import type { UnpackedPython } from "./python-parts.ts";

/** Pyodide's own script (`lib/tasks/python-parts.ts`): returns its two entry points, given these replacements for the worker's globals. */
export type Glue = (
  scope: WorkerScope,
  WebAssembly: object,
  fetch: (address: URL | string) => Promise<unknown>,
  location: string,
) => {
  readonly loadPyodide: (options: LoadOptions) => Promise<Pyodide>;
  readonly createPyodideModule: NonNullable<PyodideConfig["createPyodideModule"]>;
};

interface WorkerScope {
  /** Ours, in the place of a line of Pyodide's. */
  readonly copyMemory: typeof copyContent;
}

type LoadOptions = PyodideConfig & { readonly _loadSnapshot?: Uint8Array; readonly _makeSnapshot?: boolean };

/** Pyodide, with parts that are used here but missing from its types. */
export type Pyodide = PyodideAPI & {
  readonly ERRNO_CODES: Readonly<Record<string, number>>;
  readonly _module: { mmapAlloc(length: number): number; readonly HEAPU8: Uint8Array };
  makeMemorySnapshot(): Uint8Array;
};

/** What interpreters are made of. */
export interface PythonImage extends Pick<UnpackedPython, "wasm" | "library"> {
  readonly glue: Glue;
  /** Absent while the snapshot is being made. */
  readonly snapshot?: Uint8Array;
}

const folder = "https://python.invalid/";

/** The same home and names as in the shell. */
const environment = { HOME: "/home/user", PATH: "/usr/local/bin:/usr/bin:/bin", USER: "user", LANG: "C.UTF-8" };

/**
 * Starts an interpreter in which nothing has run. It believes to be in a worker, but gets only what it needs to compute: no network, no
 * messages, no storage.
 */
export async function bootPython({ glue, wasm, library, snapshot }: PythonImage): Promise<Pyodide> {
  const assembly = Object.assign(Object.create(WebAssembly) as object, {
    instantiateStreaming: async (_: unknown, imports: WebAssembly.Imports) => ({
      module: wasm,
      instance: await WebAssembly.instantiate(wasm, imports),
    }),
  });
  const serve = async () => ({ ok: true, arrayBuffer: async () => library });
  const { loadPyodide, createPyodideModule } = glue(workerScope(), assembly, serve, folder);
  return loadPyodide({
    indexURL: folder,
    createPyodideModule,
    lockFileContents: JSON.stringify({ info: lockInfo, packages: {} }),
    packageBaseUrl: folder,
    jsglobals: Object.create(null) as object,
    env: { ...environment },
    _sysExecutable: "/usr/bin/python3",
    ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
  });
}

const lockInfo = {
  abi_version: "2026_0",
  arch: "wasm32",
  platform: "emscripten_5_0_3",
  python: "3.14.2",
  version: "314.0.7",
};

/** The global scope that Pyodide's script sees. */
function workerScope(): WorkerScope {
  class WorkerGlobalScope {}
  const self = new WorkerGlobalScope();
  const calculating = Object.fromEntries(calculatingNames.map((name) => [name, Reflect.get(globalThis, name)]));
  const timers = { setTimeout: setTimeout.bind(undefined), clearTimeout: clearTimeout.bind(undefined) };
  const console = { log: ignore, warn: ignore, error: ignore };
  return Object.assign({ copyMemory: copyContent, WorkerGlobalScope, self, console, ...timers }, calculating);
}

const ignore = () => undefined;

const calculatingNames = [
  ...["TextDecoder", "TextEncoder", "BigInt", "BigInt64Array", "BigUint64Array", "FinalizationRegistry"],
  ...["DOMException", "crypto", "performance"],
];
