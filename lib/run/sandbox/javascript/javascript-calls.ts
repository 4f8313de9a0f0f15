import { md5, sha1 } from "@noble/hashes/legacy.js";
import { scrypt } from "@noble/hashes/scrypt.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import type { QuickJSAsyncContext, QuickJSHandle } from "quickjs-emscripten-core";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import type { ProgramEnd, ProgramStart } from "#lib/run/sandbox/program.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { commonJs, importKind, isModule, resolveModule, withoutTypes } from "./javascript-modules.ts";
import { knowsModules, learnModules } from "./node-modules.ts";

/** Facts for a program in QuickJS about how it was started. */
export interface ProgramFacts {
  readonly argv: readonly string[];
  readonly options: readonly string[];
  readonly version: string;
  readonly entry: string | undefined;
}

/** A call from the prelude, with JSON arguments and result. */
type Call = (...args: never[]) => unknown;

/** A program, and how it was started. */
export interface HostedProgram {
  readonly start: ProgramStart;
  readonly end: ProgramEnd;
  readonly facts: ProgramFacts;
  /** Whether it is only parsed, and nothing that it imports. */
  readonly isChecked?: boolean;
  /** Whether files may have no more of TypeScript than types. */
  readonly onlyTypes?: boolean;
}

/** When the code that a program runs for a time at most is to stop: a time as `Date.now` gives it. */
export interface TimeLimit {
  at: number;
}

/** What answers calls. */
interface Answers {
  readonly start: ProgramStart;
  readonly at: ToPath;
  readonly calls: Readonly<Record<string, Call>>;
}

/**
 * Gives an engine `__native`, with which the prelude (`lib/run/guest`) reaches the run's files, output and shell, and nothing else.
 * @param program the program that runs in the engine; not called before one does, because engines are prepared for unknown programs
 * @param limit what the engine asks whether to stop
 */
export function hostCalls(context: QuickJSAsyncContext, program: () => HostedProgram, limit: TimeLimit): void {
  let known: Answers | undefined;
  const answers = () => {
    known ??= answersTo(context, program());
    return known;
  };
  const native = context.newObject();
  const add: AddCall = (name, run) =>
    context
      .newFunction(name, (...given) => run(...given) ?? context.undefined)
      .consume((made) => context.setProp(native, name, made));
  add("call", (name, args) => {
    const call = answers().calls[textOf(context, name)];
    const given = JSON.parse(textOf(context, args)) as never[];
    return context.newString(JSON.stringify(call?.(...given) ?? null));
  });
  addByteCalls(context, answers, add);
  add("withinTime", (run, milliseconds) => {
    const before = limit.at;
    limit.at = Math.min(before, Date.now() + (milliseconds ? context.getNumber(milliseconds) : 0));
    const ended = run && context.callFunction(run, context.undefined);
    limit.at = before;
    ended?.dispose();
    return undefined;
  });
  add("promise", (promise) => promise && stateOf(context, promise));
  context
    .newAsyncifiedFunction("shell", async (given) => {
      const { start, at } = answers();
      const asked = JSON.parse(textOf(context, given)) as ShellQuestion;
      const { timeout, ...rest } = asked;
      const options = {
        cwd: at(rest.cwd),
        env: rest.env,
        stdin: fromLatin1(rest.stdin),
        ...(timeout > 0 && { timeout }),
      };
      const { status, out, err } = await start.shell(asked.line, options);
      return context.newString(JSON.stringify({ status, out: latin1(out), err: latin1(err) }));
    })
    .consume((made) => context.setProp(native, "shell", made));
  context.setProp(context.global, "__native", native);
  native.dispose();
}

function answersTo(context: QuickJSAsyncContext, { start, end, facts }: HostedProgram): Answers {
  let cwd = start.cwd;
  const at = (path: string) => resolve(cwd, path);
  const kind = importKind(start.name) === "any" ? "any" : "require";
  const calls: Readonly<Record<string, Call>> = {
    ...treeCalls(start.tree, at),
    resolveModule: (base: string, name: string) => resolveModule(start.tree, base, name, kind),
    facts: () => ({ ...facts, env: start.env, cwd, knowsModules: knowsModules() }),
    learnModules,
    ...localeCalls,
    memory: () => memoryOf(context),
    scrypt: (password: string, salt: string, how: ScryptOptions) =>
      latin1(scrypt(fromLatin1(password), fromLatin1(salt), how)),
    url: (href: string, base: string | null) => urlParts(base === null ? new URL(href) : new URL(href, base)),
    changeFolder(path: string) {
      cwd = start.tree.realPath(at(path));
      return cwd;
    },
    exit(code: number) {
      end.code = code;
    },
  };
  return { start, at, calls };
}

type ScryptOptions = Parameters<typeof scrypt>[2];

/** A promise's state with its value or error, as an array in the engine. */
function stateOf(context: QuickJSAsyncContext, promise: QuickJSHandle): QuickJSHandle {
  const made = context.newArray();
  const state = context.getPromiseState(promise);
  context.newString(state.type).consume((type) => context.setProp(made, 0, type));
  if (state.type === "fulfilled") state.value.consume((value) => context.setProp(made, 1, value));
  if (state.type === "rejected") state.error.consume((error) => context.setProp(made, 1, error));
  return made;
}

/** Bytes of memory that a program uses, and the part of them in byte arrays. */
function memoryOf(context: QuickJSAsyncContext) {
  const counted = context.runtime.computeMemoryUsage().consume((handle) => context.dump(handle)) as Counted;
  return { used: counted.memory_used_size, bytes: counted.binary_object_size };
}

type Counted = Readonly<Record<"memory_used_size" | "binary_object_size", number>>;

type AddCall = (name: string, run: (...given: QuickJSHandle[]) => QuickJSHandle | undefined) => void;
type ToPath = (path: string) => string;

interface ShellQuestion {
  readonly line: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** Milliseconds; 0 means as long as the run has. */
  readonly timeout: number;
}

function treeCalls(tree: RunTree, at: ToPath): Readonly<Record<string, Call>> {
  return {
    stat: (path: string) => tree.stat(at(path)),
    lstat: (path: string) => tree.lstat(at(path)),
    list: (path: string) => tree.list(at(path)),
    makeFolder: (path: string, recursive: boolean) => tree.makeFolder(at(path), { recursive }),
    remove: (path: string, recursive: boolean) => tree.remove(at(path), { recursive }),
    rename: (from: string, to: string) => tree.rename(at(from), at(to)),
    umask(mask?: number) {
      const { umask } = tree;
      tree.umask = mask ?? umask;
      return umask;
    },
    addName: (path: string, name: string) => tree.addName(at(path), at(name)),
    link: (target: string, path: string) => tree.link(target, at(path)),
    readLink: (path: string) => tree.readLink(at(path)),
    realPath: (path: string) => tree.realPath(at(path)),
    setMode: (path: string, mode: number) => tree.setMode(at(path), mode),
    setTime: (path: string, time: number) => tree.setTime(at(path), time),
    isModule: (path: string, source: string) => isModule(tree, path, source),
    commonJs: (path: string, source: string) => commonJs(tree, path, source),
    withoutTypes: (path: string, source: string) => withoutTypes(path, source),
  };
}

/** Adds the calls that take or return bytes, or a function. */
function addByteCalls(context: QuickJSAsyncContext, answers: () => Answers, add: AddCall): void {
  const text = (handle: QuickJSHandle | undefined) => textOf(context, handle);
  const bytes = (handle: QuickJSHandle | undefined) => bytesOf(context, handle);
  const give = (made: Uint8Array) => context.newArrayBuffer(copyOf(made));
  const streamOf = (handle: QuickJSHandle | undefined) => (text(handle) === "err" ? "err" : "out");
  const tree = () => answers().start.tree;
  const pathOf = (handle: QuickJSHandle | undefined) => answers().at(text(handle));
  add("read", (path) => give(tree().read(pathOf(path))));
  add("write", (path, content) => void tree().write(pathOf(path), bytes(content)));
  add("append", (path, content) => void tree().append(pathOf(path), bytes(content)));
  add("print", (stream, said) => void answers().start.write(streamOf(stream), text(said)));
  add("printBytes", (stream, said) => void answers().start.write(streamOf(stream), bytes(said)));
  add("stdin", () => give(answers().start.stdin()));
  add("hash", (name, content) => give(hash(text(name), bytes(content))));
  add("compare", (one, other, how) => context.newNumber(collator(text(how)).compare(text(one), text(other))));
  add("random", (count) => {
    const wanted = count ? context.getNumber(count) : 0;
    return give(crypto.getRandomValues(new Uint8Array(Math.max(0, Math.min(wanted, mostRandom)))));
  });
  add("compile", (path, code) => {
    // Compiled by itself, so that line numbers in its errors are those of its file.
    const source = `(function (exports, require, module, __filename, __dirname) { ${text(code)}\n})`;
    const made = context.evalCode(source, text(path), { type: "global" });
    // Thrown here, an error would lose its class and its place.
    return made.error ?? made.value;
  });
}

type Languages = string | string[];

const localeCalls: Readonly<Record<string, Call>> = {
  /** What a method of one of `Intl`'s classes answers. */
  intl: (...[kind, languages, options, method, ...given]: [string, Languages, object, string, ...unknown[]]) => {
    const formats = Intl as unknown as Readonly<Record<string, new (...given: unknown[]) => Record<string, Call>>>;
    const made = new (formats[kind] as (typeof formats)[string])(languages, options);
    return made[method]?.(...(given as never[])) ?? null;
  },
  formatNumber: (value: string, languages: Languages, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(languages, options).format(/^-?\d{16,}$/.test(value) ? BigInt(value) : Number(value)),
};

/** Cached, because sorting compares many times. */
const collators = new Map<string, Intl.Collator>();

function collator(how: string): Intl.Collator {
  const known = collators.get(how);
  if (known) return known;
  const made = new Intl.Collator(...(JSON.parse(how) as [Languages, Intl.CollatorOptions]));
  if (collators.size < mostCollators) collators.set(how, made);
  return made;
}

const mostCollators = 20;

/** Most random bytes that a browser gives per call. */
const mostRandom = 65_536;

function textOf(context: QuickJSAsyncContext, handle: QuickJSHandle | undefined): string {
  return handle ? context.getString(handle) : "";
}

function bytesOf(context: QuickJSAsyncContext, handle: QuickJSHandle | undefined): Uint8Array {
  // For an empty buffer the library returns something else.
  if (!handle || context.getProp(handle, "byteLength").consume((length) => context.getNumber(length)) === 0) {
    return new Uint8Array();
  }
  return context.getArrayBuffer(handle).consume(({ value }) => value.slice());
}

function copyOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}

const hashes: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = { md5, sha1, sha256, sha384, sha512 };

function hash(name: string, bytes: Uint8Array): Uint8Array {
  const make = hashes[name.toLowerCase().replace("-", "")];
  if (!make) throw new Error("Digest method not supported");
  return make(bytes);
}

function urlParts(url: URL): Readonly<Record<string, string>> {
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search } = url;
  return { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash: url.hash };
}
