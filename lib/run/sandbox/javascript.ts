import type { QuickJSAsyncContext, QuickJSAsyncRuntime, QuickJSHandle } from "quickjs-emscripten-core";
import { createSnapshot } from "#lib/vfs/snapshot.ts";
import { hostCalls, type ProgramFacts } from "./javascript-calls.ts";
import { type JavaScriptImage, type JavaScriptParts, openEngine, unpackJavaScript } from "./javascript-engine.ts";
import { isModule, moduleSource, resolveModule } from "./javascript-modules.ts";
import { nodeVersion, type Program, readNodeCall } from "./node-call.ts";
import type { Interpreter, Prepared, ProgramEnd, ProgramStart } from "./program.ts";
import { createRunTree, type RunTree } from "./run-tree.ts";
import { resolve } from "./shell-files.ts";
import { RunFileError } from "./tree-nodes.ts";

/** Node's way to call: `node [options] [script|-e code|-] [arguments]`. */
export function javaScript(parts: () => Promise<JavaScriptParts>): Prepared {
  let image: Promise<JavaScriptImage> | undefined;

  const unpack = () => {
    image ??= parts().then(unpackJavaScript);
    return image;
  };
  const run: Interpreter = async (start) => {
    const call = readNodeCall(start.args);
    if (call.kind === "program") return runProgram(start, call, await unpack());
    if (call.kind === "print") start.write("out", call.text);
    else start.write("err", `node: ${call.text}\n`);
    return call.kind === "print" ? 0 : 9;
  };
  const prepare = async () => {
    await unpack();
    // A browser is slow with code that it sees for the first time.
    await run({ ...nothing(), args: ["-e", "console.log()"] });
  };
  return Object.assign(run, { prepare: () => void prepare().catch(() => undefined) });
}

/** A start over no files, from which nothing is heard. */
function nothing(): ProgramStart {
  return {
    args: [],
    cwd: "/",
    env: {},
    stdin: new Uint8Array(),
    tree: createRunTree(createSnapshot([]), 0),
    write: () => undefined,
    shell: () => Promise.reject(new Error("There is no shell yet.")),
  };
}

/** The memory that programs begin from, made of an engine that has evaluated `lib/run/guest`. */
export async function javaScriptMemory(wasm: WebAssembly.Module, prelude: string): Promise<Uint8Array> {
  const facts = { argv: [], version: nodeVersion, entry: undefined };
  const { runtime, context, image } = await engineOf({ wasm }, nothing(), { code: undefined }, facts);
  await evaluate(context, runtime, { code: prelude, name: "node:prelude", type: "global" });
  return image();
}

function engineOf(image: JavaScriptImage, start: ProgramStart, end: ProgramEnd, facts: ProgramFacts) {
  return openEngine(image, (runtime, context) => {
    runtime.setInterruptHandler(() => end.code !== undefined);
    runtime.setModuleLoader(
      (name) => moduleSource(start.tree, name),
      (base, name) => resolveModule(start.tree, base, name),
    );
    hostCalls(context, start, end, facts);
  });
}

async function runProgram(start: ProgramStart, program: Program, image: JavaScriptImage): Promise<number> {
  const script = scriptOf(start, program);
  if (!script) {
    start.write("err", `node: Cannot find module '${resolve(start.cwd, program.path ?? "")}'\n`);
    return 1;
  }
  const end: ProgramEnd = { code: undefined };
  const entry = program.path === undefined ? undefined : script.path;
  const argv = ["/usr/bin/node", ...(entry === undefined ? [] : [entry]), ...program.args];
  const { runtime, context } = await engineOf(image, start, end, { argv, version: nodeVersion, entry });
  try {
    await evaluate(context, runtime, { code: "__host.begin()", name: "node:begin", type: "global" });
    await evaluate(context, runtime, mainOf(start.tree, program, script));
    await turnUntilIdle(context, runtime, end);
  } catch (caught) {
    if (end.code !== undefined) return end.code;
    if (!(caught instanceof ScriptError)) throw caught;
    start.write("err", caught.message);
    return 1;
  }
  // Neither is disposed of: values may still be held, and the whole worker goes when the run ends.
  return end.code ?? 0;
}

interface Script {
  /** Of what comes by standard input or with `-e`, a place in the working folder, from which it finds others. */
  readonly path: string;
  readonly source: string;
}

function scriptOf(start: ProgramStart, { path, code, isModule: isAny }: Program): Script | undefined {
  const own = `${start.cwd === "/" ? "" : start.cwd}/[eval]${isAny ? ".mjs" : ""}`;
  if (code !== undefined) return { path: own, source: code };
  if (path === undefined) return { path: own, source: new TextDecoder().decode(start.stdin) };
  const found = findScript(start, path);
  return found === undefined ? undefined : { path: found, source: new TextDecoder().decode(start.tree.read(found)) };
}

/** What is evaluated to run a script. */
function mainOf(tree: RunTree, { prints }: Program, { path: name, source }: Script): Evaluated {
  const text = JSON.stringify(source);
  if (prints) {
    const code = `process.stdout.write(__host.inspectPrinted((0, eval)(${text})) + "\\n")`;
    return { code, name: "node:main", type: "global" };
  }
  if (isModule(tree, name, source)) return { code: moduleSource(tree, name, source), name, type: "module" };
  return { code: `__host.runMain(${JSON.stringify(name)}, ${text})`, name: "node:main", type: "global" };
}

/** What a script threw, as Node prints it. */
class ScriptError extends Error {}

interface Evaluated {
  readonly code: string;
  readonly name: string;
  readonly type: "global" | "module";
}

async function evaluate(context: QuickJSAsyncContext, runtime: QuickJSAsyncRuntime, { code, name, type }: Evaluated) {
  const result = await context.evalCodeAsync(code, name, { type });
  if (result.error) await uncaught(context, result.error);
  await runJobs(context, runtime);
  if (result.error) return;
  if (type === "module") await settle(context, runtime, result.value);
}

/** Hands an error to the script, where it wants to hear of those that nothing has caught. @throws ScriptError where it does not */
async function uncaught(context: QuickJSAsyncContext, error: QuickJSHandle): Promise<void> {
  context.setProp(context.global, "__uncaught", error);
  const code =
    "(() => { const error = __uncaught; delete globalThis.__uncaught; return __host.handleUncaught(error, false); })()";
  const asked = await context.evalCodeAsync(code, "node:uncaught", { type: "global" });
  if (asked.error) throw scriptError(context, asked.error);
  if (context.dump(asked.value) !== true) throw scriptError(context, error);
}

/** Waits for a module that awaits something at its top. */
async function settle(
  context: QuickJSAsyncContext,
  runtime: QuickJSAsyncRuntime,
  promise: QuickJSHandle,
): Promise<void> {
  for (;;) {
    const state = context.getPromiseState(promise);
    if (state.type === "rejected") return uncaught(context, state.error);
    if (state.type === "fulfilled" || !(await turn(context, runtime))) return;
  }
}

async function turnUntilIdle(context: QuickJSAsyncContext, runtime: QuickJSAsyncRuntime, end: ProgramEnd) {
  while (end.code === undefined && (await turn(context, runtime))) {
    // Each turn is one of Node's event loop.
  }
  if (end.code !== undefined) return;
  await evaluate(context, runtime, { code: "__host.runExit()", name: "node:exit", type: "global" });
}

/** One turn of the event loop. @returns whether there is something to wait for */
async function turn(context: QuickJSAsyncContext, runtime: QuickJSAsyncRuntime): Promise<boolean> {
  await runJobs(context, runtime);
  const result = await context.evalCodeAsync("__host.nextTimer()", "node:timers", { type: "global" });
  if (result.error) throw scriptError(context, result.error);
  const wait = context.dump(result.value) as number;
  if (wait < 0) return false;
  if (wait > 0) await new Promise((done) => setTimeout(done, wait));
  const ran = await context.evalCodeAsync("__host.runTimers()", "node:timers", { type: "global" });
  if (ran.error) await uncaught(context, ran.error);
  return true;
}

/**
 * The library's own way to run jobs cannot wait for the shell, which any of them may call: these are the parts it is made of. Its call of this
 * name comes back before such a job has ended, as Emscripten has it wait only where that is asked for.
 */
interface JobCalls {
  readonly ffi: {
    readonly module: {
      cwrap(name: string, gives: "number", takes: readonly "number"[], how: { readonly async: true }): ExecuteJob;
    };
  };
  readonly rt: { readonly value: unknown };
  readonly memory: {
    newMutablePointerArray(length: number): { readonly value: { readonly ptr: unknown }; dispose(): void };
  };
}

type ExecuteJob = (runtime: unknown, most: number, context: unknown) => Promise<number>;

interface ValueCalls {
  readonly memory: { heapValueHandle(pointer: unknown): QuickJSHandle };
}

async function runJobs(context: QuickJSAsyncContext, runtime: QuickJSAsyncRuntime): Promise<void> {
  const { ffi, rt, memory } = runtime as unknown as JobCalls;
  const values = (context as unknown as ValueCalls).memory;
  const execute = ffi.module.cwrap("QTS_ExecutePendingJob", "number", ["number", "number", "number"], { async: true });
  while (runtime.hasPendingJob()) {
    const place = memory.newMutablePointerArray(1);
    const result = values.heapValueHandle(await execute(rt.value, 1, place.value.ptr));
    place.dispose();
    if (context.typeof(result) !== "number") throw scriptError(context, result);
  }
  const failed = await context.evalCodeAsync("globalThis.__host?.throwFailed()", "node:jobs", { type: "global" });
  if (failed.error) throw scriptError(context, failed.error);
}

function scriptError(context: QuickJSAsyncContext, handle: QuickJSHandle): ScriptError {
  const { name = "Error", message = "", stack = "", code } = asError(context.dump(handle));
  const said = code === undefined ? "" : ` {\n  code: '${code}'\n}`;
  const head = `${name}: ${message}`;
  const whole = stack.startsWith(head) ? stack : `${head}\n${stack}`;
  return new ScriptError(`Uncaught:\n${whole.trimEnd()}${said}\n\nNode.js ${nodeVersion}\n`);
}

function asError(value: unknown): Partial<Record<"name" | "message" | "stack" | "code", string>> {
  if (typeof value === "object" && value !== null) return value;
  return { name: "Uncaught", message: String(value) };
}

/** The file that `node path` runs. */
function findScript({ tree, cwd }: ProgramStart, path: string): string | undefined {
  const absolute = resolve(cwd, path);
  const places = ["", ".js", ".mjs", ".cjs", ".ts", "/index.js"].map((end) => `${absolute}${end}`);
  return places.find((place) => {
    try {
      return tree.stat(place).kind === "file";
    } catch (caught) {
      if (caught instanceof RunFileError) return false;
      throw caught;
    }
  });
}
