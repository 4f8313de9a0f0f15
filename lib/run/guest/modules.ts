import { Buffer } from "buffer";
import { inspect } from "node-inspect-extracted";
import parts from "#lib/skills/scripts/node-parts.json" with { type: "json" };
import { querystring } from "./addresses/querystring.ts";
import { url } from "./addresses/url.ts";
import { nodeError, valueError } from "./arguments/argument-errors.ts";
import { checkArguments } from "./arguments/checked.ts";
import { installChecks, timerChecks } from "./arguments/checks.ts";
import { kinds } from "./arguments/kinds.ts";
import { assert, assertStrict } from "./assert/assert.ts";
import { bufferFacts, StringDecoder } from "./buffers.ts";
import { childProcess } from "./child-process.ts";
import { console } from "./console/console.ts";
import { vm } from "./contexts/vm.ts";
import { crypto } from "./crypto.ts";
import { shownName, sources } from "./errors/engine-texts.ts";
import { headed, wrappedFiles } from "./errors/errors.ts";
import { EventEmitter, eventFunctions, on, once } from "./events.ts";
import { Blob, consumers, File } from "./files.ts";
import { fs, promises } from "./fs/fs.ts";
import { call, facts, type ModuleFunction, native } from "./native.ts";
import { networkModules } from "./network.ts";
import { path } from "./paths.ts";
import { processObject, signals } from "./process.ts";
import { askingLines, readline } from "./streams/readline.ts";
import { streams } from "./streams/streams.ts";
import { clearTimer, setSoon, setTimer, sleep } from "./timers.ts";
import { util } from "./util.ts";
import * as web from "./web.ts";
import { zlib } from "./zlib.ts";

const timerFunctions = {
  setTimeout: (run: () => void, wait?: number, ...args: unknown[]) => setTimer(run, wait, false, args),
  setInterval: (run: () => void, wait?: number, ...args: unknown[]) => setTimer(run, wait, true, args),
  setImmediate: (run: () => void, ...args: never[]) => setSoon(run, ...args),
  clearTimeout: clearTimer,
  clearInterval: clearTimer,
  clearImmediate: clearTimer,
};
checkArguments(timerFunctions, timerChecks);

const os = {
  EOL: "\n",
  arch: () => "x64",
  availableParallelism: () => 1,
  cpus: () => [{ model: "page", speed: 0, times: {} }],
  endianness: () => "LE",
  homedir: () => processObject.env.HOME ?? "/home/user",
  hostname: () => "page",
  loadavg: () => [0, 0, 0],
  machine: () => "x86_64",
  networkInterfaces: () => ({}),
  platform: () => "linux",
  release: () => "6.0.0",
  tmpdir: () => "/tmp",
  totalmem: () => 512 * 1024 * 1024,
  freemem: () => 512 * 1024 * 1024,
  type: () => "Linux",
  uptime: () => processObject.uptime() + 1,
  version: () => "#1 SMP",
  devNull: "/dev/null",
  constants: { signals, errno: {}, priority: {} },
  getPriority: () => 0,
  userInfo: () => ({ username: "user", uid: 1000, gid: 1000, homedir: "/home/user", shell: "/bin/bash" }),
};

/** Times in milliseconds since the program began. */
const marks = new Map<string, number>();
export const performance = {
  now: () => processObject.uptime() * 1000,
  timeOrigin: Date.now(),
  mark: (name: string) => {
    marks.set(name, performance.now());
    return { name, entryType: "mark", startTime: marks.get(name), duration: 0 };
  },
  measure: (name: string, from?: string, to?: string) => {
    const startTime = marks.get(from ?? "") ?? 0;
    return { name, entryType: "measure", startTime, duration: (marks.get(to ?? "") ?? performance.now()) - startTime };
  },
  clearMarks: () => marks.clear(),
  toJSON: () => ({ timeOrigin: performance.timeOrigin }),
};

Object.assign(processObject, {
  getBuiltinModule: (name: string) => builtins[name.replace(/^node:/, "")],
  /** What is set already stays. */
  loadEnvFile(file = ".env") {
    const { env } = processObject;
    Object.assign(env, { ...util.parseEnv(fs.readFileSync(file, "utf8") as string), ...env });
  },
});

const timerPromises = {
  setTimeout: sleep,
  async *setInterval(...given: Parameters<typeof sleep>) {
    for (;;) yield await sleep(...given);
  },
  setImmediate: <Value>(value?: Value) => new Promise((done) => setSoon(() => done(value))),
  scheduler: { wait: (wait: number) => sleep(wait), yield: () => sleep(0) },
};

const moduleFunctions = {
  createRequire: (from: string | web.URL) =>
    requireFrom(/^file:/.test(String(from)) ? url.fileURLToPath(from) : (from as string)),
  isBuiltin: (name: unknown) => typeof name === "string" && name.replace(/^node:/, "") in builtins,
  get builtinModules() {
    return Object.keys(builtins);
  },
};

const builtins: Readonly<Record<string, unknown>> = {
  ...networkModules,
  assert,
  "assert/strict": assertStrict,
  buffer: { Buffer, Blob, File, ...bufferFacts, atob: web.atob, btoa: web.btoa },
  child_process: childProcess,
  crypto,
  console,
  events: Object.assign(EventEmitter, { EventEmitter, once, on, ...eventFunctions }),
  fs,
  "fs/promises": promises,
  module: moduleFunctions,
  constants: fs.constants,
  tty: { isatty: () => false },
  "util/types": util.types,
  os,
  path,
  "path/posix": path,
  "path/win32": path.win32,
  sys: util,
  perf_hooks: { performance },
  process: processObject,
  querystring,
  readline,
  "readline/promises": askingLines,
  stream: streams,
  "stream/consumers": consumers,
  "stream/promises": streams.promises,
  string_decoder: { StringDecoder },
  timers: { ...timerFunctions, promises: timerPromises },
  "timers/promises": timerPromises,
  url,
  util,
  vm,
  worker_threads: { isMainThread: true, parentPort: null, workerData: null, threadId: 0 },
  zlib,
};

installChecks({ fs, childProcess, util, path, url, crypto, zlib, process: processObject, module: moduleFunctions });

export { timerFunctions };

/** What each module exports, and what it lacks of what Node's does. */
export function moduleNames(): Record<string, readonly string[]> {
  const lacked = parts as Readonly<Record<string, string | null>>;
  const own = Object.entries(builtins).map(([name, made]) => {
    const names = Object.getOwnPropertyNames(made).filter(
      (each) => /^[A-Za-z_$][\w$]*$/.test(each) && !noExport.test(each),
    );
    return [name, [...new Set([...names, ...(lacked[name]?.split(" ") ?? [])])].filter(Boolean)] as const;
  });
  return Object.fromEntries(own);
}

/** What a function has that stands for a module, and words that no export can be named by. */
const noExport =
  /^(?:length|name|prototype|arguments|caller|default|delete|import|export|class|function|new|in|of|typeof|var|let|const|if|else)$/;

export function builtin(name: string): unknown {
  const found = builtins[name.replace(/^node:/, "")];
  if (found !== undefined) return found;
  throw Object.assign(new Error(`Cannot find module '${name}': the page has no such part of Node.`), {
    code: "MODULE_NOT_FOUND",
  });
}

/**
 * A stand-in for something that a Node module exports but that does not exist here: a script that imports it runs, and gets an error when
 * it calls it.
 */
export function absent(name: string) {
  return function isAbsent(): never {
    const text = `${name} is not available: a page has no such part of Node.`;
    throw nodeError(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", text);
  };
}

interface Loaded {
  exports: unknown;
}

const loaded = new Map<string, Loaded>();

function requireFrom(base: string) {
  const require = (name: string): unknown => {
    kinds.text?.(name, "id");
    if (name === "") throw valueError("id", name, "must be a non-empty string");
    const bare = name.replace(/^node:/, "");
    if (bare in builtins) return builtins[bare];
    let file: string;
    try {
      file = call<string>("resolveModule", base, name);
    } catch (caught) {
      throw Object.assign(new Error(`Cannot find module '${name}'\nRequire stack:\n- ${base}`), {
        code: "MODULE_NOT_FOUND",
        requireStack: [base],
        // What is not there, the message says.
        ...(!/^Cannot find/.test((caught as Error).message) && { cause: caught }),
      });
    }
    return file.startsWith("node:") ? builtin(file) : load(file);
  };
  return Object.assign(require, {
    main: facts.entry === undefined ? undefined : main,
    resolve: (name: string) => {
      const file = call<string>("resolveModule", base, name);
      return name.startsWith("node:") ? file : file.replace(/^node:/, "");
    },
    cache: {},
  });
}

/** What a script finds as its `module`. */
function moduleOf(file: string | undefined, id = file) {
  const folders = (file ?? processObject.cwd()).split("/").slice(0, file === undefined ? undefined : -1);
  const paths = folders.map((_, at) => `${folders.slice(0, folders.length - at).join("/")}/node_modules`);
  return { exports: {} as unknown, id, filename: file, loaded: false, children: [], paths };
}

const main: Loaded & { filename: string | undefined } = { exports: {}, filename: undefined };

/** The exports of a CommonJS file, which runs at the first call. */
export function load(file: string): unknown {
  const known = loaded.get(file);
  if (known) return known.exports;
  const text = new web.TextDecoder().decode(native.read(file));
  if (file.endsWith(".json")) return parsed(file, text);
  return runFile(file, call<string>("commonJs", file, text), moduleOf(file));
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (caught) {
    // biome-ignore lint/style/useErrorCause: Node's has none, and a cause is printed
    throw new SyntaxError(`${file}: ${(caught as Error).message}`);
  }
}

/** Gives a file's module what Node tells it in `import.meta`. */
export function tell(meta: object, filename: string): void {
  const dirname = path.dirname(filename);
  const resolve = (name: string) => {
    const isPath = /^\.{0,2}\//.test(name);
    const file = isPath ? path.resolve(dirname, name) : call<string>("resolveModule", filename, name);
    return file.startsWith("node:") ? file : url.pathToFileURL(file).href;
  };
  const main = filename === facts.entry;
  Object.assign(meta, { dirname, filename, main, resolve, url: url.pathToFileURL(filename).href });
}

/** Lets code without a file find Node's modules by their names alone. */
export function nameModules(): void {
  for (const [name, value] of Object.entries(builtins)) {
    if (/^\w+$/.test(name) && Reflect.get(globalThis, name) !== value)
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** Runs a program's main script. */
export function runMain(file: string, source: string): void {
  Object.assign(main, moduleOf(facts.entry, "."));
  runFile(file, source, main);
}

/** Prints the value of code without a file, which finds the parts of a module in the global scope. */
export function printValue(file: string, source: string): void {
  Object.assign(globalThis, { require: requireFrom(file), module: moduleOf(file), exports: {} });
  // biome-ignore lint/security/noGlobalEval: it is what was asked for
  const evaluate = globalThis.eval;
  const value: unknown = evaluate(source);
  processObject.stdout.write(`${typeof value === "string" ? value : inspect(headed(value))}\n`);
}

/** @throws SyntaxError */
export function check(file: string, source: string): ModuleFunction {
  const code = call<string>("withoutTypes", file, source.replace(/^#!.*/, ""));
  wrappedFiles.add(file);
  for (const name of [file, shownName(file)]) sources.set(name, code);
  const made = native.compile(file, code);
  if (made instanceof Error) throw made;
  return made;
}

function runFile(file: string, source: string, module: Loaded): unknown {
  loaded.set(file, module);
  const run = check(file, source);
  const shown = shownName(file);
  run.call(module.exports, module.exports, requireFrom(file), module, shown, path.dirname(shown));
  Object.assign(module, { loaded: true });
  return module.exports;
}
