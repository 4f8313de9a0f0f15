import { Buffer } from "buffer";
import path from "path-browserify";
import { assert, assertStrict } from "./assert.ts";
import { StringDecoder } from "./buffers.ts";
import { childProcess } from "./child-process.ts";
import { crypto } from "./crypto.ts";
import { EventEmitter, once } from "./events.ts";
import { fs, promises } from "./fs/fs.ts";
import { call, facts, type ModuleFunction, native } from "./native.ts";
import { processObject } from "./process.ts";
import { ReadStream } from "./read-stream.ts";
import { clearTimer, setSoon, setTimer, sleep } from "./timers.ts";
import { util } from "./util.ts";
import * as web from "./web.ts";
import { zlib } from "./zlib.ts";

/** `readline` over input that is complete already. */
class Lines extends EventEmitter {
  readonly #lines: Promise<string[]>;
  constructor({ input }: { readonly input?: AsyncIterable<string | Uint8Array> }) {
    super();
    this.#lines = linesOf(input ?? processObject.stdin);
    queueMicrotask(async () => {
      if (this.listenerCount("line") === 0) return;
      for (const line of await this.#lines) this.emit("line", line);
      this.emit("close");
    });
  }
  question(text: string, ...rest: unknown[]): Promise<string> {
    processObject.stdout.write(text);
    const answer = this.#lines.then((lines) => lines.shift() ?? "");
    const done = rest.at(-1);
    if (typeof done === "function") void answer.then((line) => done(line));
    return answer;
  }
  close(): void {
    this.emit("close");
  }
  setPrompt(): void {
    // Nobody types into a script here.
  }
  prompt(): void {
    // Nobody types into a script here.
  }
  async *[Symbol.asyncIterator]() {
    yield* await this.#lines;
  }
}

async function linesOf(input: AsyncIterable<string | Uint8Array>): Promise<string[]> {
  let text = "";
  for await (const chunk of input) text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

const readline = {
  createInterface: (given: ConstructorParameters<typeof Lines>[0] | ReadStream) =>
    new Lines(given instanceof ReadStream ? { input: given } : given),
};

const timerFunctions = {
  setTimeout: (run: () => void, wait?: number, ...args: unknown[]) => setTimer(run, wait, false, args),
  setInterval: (run: () => void, wait?: number, ...args: unknown[]) => setTimer(run, wait, true, args),
  setImmediate: setSoon,
  clearTimeout: clearTimer,
  clearInterval: clearTimer,
  clearImmediate: clearTimer,
};

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
  userInfo: () => ({ username: "user", uid: 1000, gid: 1000, homedir: "/home/user", shell: "/bin/bash" }),
};

/** The parts of an address, of which any may be missing: what scripts still ask before `new URL`. */
function urlParts(given: string) {
  const [, protocol = null, , auth = null, host = null, pathname = null, search = null, hash = null] =
    /^([a-z][\w+.-]*:)?(\/\/(?:([^/?#@]*)@)?([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(given) ?? [];
  const [, hostname = null, port = null] = /^(.*?)(?::(\d+))?$/.exec(host ?? "") ?? [];
  const query = search === null ? null : search.slice(1);
  const path = pathname === null && search === null ? null : `${pathname ?? ""}${search ?? ""}`;
  const hostParts = host === null ? { port: null, hostname: null } : { port: port ?? null, hostname };
  return {
    protocol,
    slashes: host === null ? null : true,
    auth,
    host,
    ...hostParts,
    hash,
    search,
    query,
    pathname,
    path,
    href: given,
  };
}

const url = {
  parse: (given: string, parsesQuery = false) => {
    const parts = urlParts(given);
    return parsesQuery ? { ...parts, query: web.querystring.parse(parts.query ?? "") } : parts;
  },
  URL: web.URL,
  URLSearchParams: web.URLSearchParams,
  fileURLToPath: (given: string | web.URL) => decodeURIComponent(new web.URL(String(given)).pathname),
  pathToFileURL: (file: string) =>
    new web.URL(`file://${path.resolve(file).split("/").map(encodeURIComponent).join("/")}`),
};

Object.assign(path, { posix: path });

const builtins: Readonly<Record<string, unknown>> = {
  assert,
  "assert/strict": assertStrict,
  buffer: { Buffer, atob: web.atob, btoa: web.btoa },
  child_process: childProcess,
  crypto,
  events: Object.assign(EventEmitter, { EventEmitter, once, defaultMaxListeners: 10 }),
  fs,
  "fs/promises": promises,
  module: { createRequire: (from: string) => requireFrom(from.replace(/^file:\/\//, "")) },
  os,
  path,
  "path/posix": path,
  perf_hooks: { performance: { now: () => processObject.uptime() * 1000 } },
  process: processObject,
  querystring: web.querystring,
  readline,
  "readline/promises": readline,
  string_decoder: { StringDecoder },
  timers: timerFunctions,
  "timers/promises": {
    setTimeout: sleep,
    setImmediate: <Value>(value?: Value) => new Promise((done) => setSoon(() => done(value))),
  },
  url,
  util,
  zlib,
};

export { timerFunctions };

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
    throw Object.assign(new Error(`${name} is not available: a page has no such part of Node.`), {
      code: "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
    });
  };
}

interface Loaded {
  exports: unknown;
}

const loaded = new Map<string, Loaded>();

function requireFrom(base: string) {
  const require = (name: string): unknown => {
    const bare = name.replace(/^node:/, "");
    if (bare in builtins) return builtins[bare];
    let file: string;
    try {
      file = call<string>("resolveModule", base, name);
    } catch (caught) {
      throw Object.assign(
        new Error(`Cannot find module '${name}'\nRequire stack:\n- ${base}\n${(caught as Error).message}`),
        { code: "MODULE_NOT_FOUND" },
      );
    }
    return file.startsWith("node:") ? builtin(file) : load(file);
  };
  return Object.assign(require, {
    main,
    resolve: (name: string) => call<string>("resolveModule", base, name),
    cache: {},
  });
}

const main: Loaded & { filename: string | undefined } = { exports: {}, filename: undefined };

/** The exports of a CommonJS file, which runs at the first call. */
export function load(file: string): unknown {
  const known = loaded.get(file);
  if (known) return known.exports;
  const text = new web.TextDecoder().decode(native.read(file));
  if (file.endsWith(".json")) return JSON.parse(text);
  return runFile(file, text, { exports: {} });
}

/** Runs a program's main script. */
export function runMain(file: string, source: string): void {
  main.filename = facts.entry;
  runFile(file, source, main);
}

function runFile(file: string, source: string, module: Loaded): unknown {
  loaded.set(file, module);
  const code = call<string>("withoutTypes", file, source.replace(/^#!.*/, ""));
  const run: ModuleFunction = native.compile(file, code);
  run.call(module.exports, module.exports, requireFrom(file), module, file, path.dirname(file));
  return module.exports;
}
