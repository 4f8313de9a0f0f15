import type { QuickJSAsyncContext, QuickJSHandle } from "quickjs-emscripten-core";
import type { ProgramEnd } from "#lib/run/sandbox/program.ts";
import type { JavaScriptEngine } from "./javascript-engine.ts";
import { nodeVersion } from "./node-call.ts";

/** An error thrown by a script, printed as in Node. */
export class ScriptError extends Error {}

export interface Evaluated {
  readonly code: string;
  readonly name: string;
  readonly type: "global" | "module";
  /** Whether it is only parsed. */
  readonly isChecked?: boolean;
  /** What Node says where modules cannot be joined, instead of what is said. */
  readonly told?: (said: string) => string | undefined;
}

/** Evaluates code, and the jobs that it leaves. @throws ScriptError for an uncaught error */
export async function evaluate(engine: JavaScriptEngine, evaluated: Evaluated): Promise<void> {
  const { code, name, type, isChecked = false, told } = evaluated;
  const { context } = engine;
  const result = await context.evalCodeAsync(code, name, { type, compileOnly: isChecked });
  const fault = result.error && told?.(String((context.dump(result.error) as Error).message));
  if (fault !== undefined) throw ending(fault);
  if (result.error) await uncaught(context, result.error, type === "module" ? type : undefined);
  const module = type === "module" && !isChecked && !result.error ? result.value : undefined;
  await runJobs(engine, module);
  if (module) await settle(engine, module);
}

/** Passes an uncaught error to the script's own handler. @param ended what it ends, if no call @throws ScriptError if there is none */
async function uncaught(
  context: QuickJSAsyncContext,
  error: QuickJSHandle,
  ended?: "module" | "promise",
): Promise<void> {
  const isOfPromise = ended === "promise";
  context.setProp(context.global, "__uncaught", error);
  const told = ended === "module" ? "globalThis.__host?.tellScope(error);" : "";
  const code = `(() => { const error = __uncaught; delete globalThis.__uncaught; ${told} return globalThis.__host?.handleUncaught(error, ${isOfPromise}); })()`;
  const asked = await context.evalCodeAsync(code, "node:uncaught", { type: "global" });
  if (asked.error) throw scriptError(context, asked.error);
  if (context.dump(asked.value) !== true) throw scriptError(context, error, isOfPromise);
}

/** Waits for a module with top-level await. */
async function settle(engine: JavaScriptEngine, promise: QuickJSHandle): Promise<void> {
  const { context } = engine;
  for (;;) {
    const state = context.getPromiseState(promise);
    if (state.type === "rejected") return uncaught(context, state.error, "module");
    if (state.type === "fulfilled" || engine.hasEnded()) return;
    if ((await turn(engine, promise)) || context.getPromiseState(promise).type !== "pending") continue;
    await context.evalCodeAsync("__host.endUnsettled()", "node:module", { type: "global" });
    return;
  }
}

export async function turnUntilIdle(engine: JavaScriptEngine, end: ProgramEnd): Promise<void> {
  while (end.code === undefined && (await turn(engine))) {
    // Each iteration is a turn of Node's event loop.
  }
  if (end.code !== undefined) return;
  await evaluate(engine, { code: "__host.runExit()", name: "node:exit", type: "global" });
}

/** One turn of the event loop. @returns whether there is something to wait for */
async function turn(engine: JavaScriptEngine, module?: QuickJSHandle): Promise<boolean> {
  const { context } = engine;
  await runJobs(engine, module);
  const result = await context.evalCodeAsync("__host.nextTimer()", "node:timers", { type: "global" });
  if (result.error) throw scriptError(context, result.error);
  const wait = context.dump(result.value) as number;
  if (wait < 0) return false;
  if (wait > 0) await new Promise((done) => setTimeout(done, wait));
  if (engine.hasEnded()) return false;
  const ran = await context.evalCodeAsync("__host.runTimers()", "node:timers", { type: "global" });
  if (ran.error) await uncaught(context, ran.error);
  return true;
}

/**
 * The parts of the library's function that runs jobs, which cannot itself wait for the shell, though any job may call it. The library's
 * call of this name returns before such a job has ended, as Emscripten makes a call wait only where asked to.
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

/**
 * Runs what is left to be done at once: as in Node what `process.nextTick` was given before promises, but behind those that a module itself is
 * evaluated by.
 * @param module promise of a module that is awaited anyway
 */
async function runJobs(engine: JavaScriptEngine, module?: QuickJSHandle): Promise<void> {
  if (module) await runPromises(engine, module);
  while (await runTicks(engine)) await runPromises(engine, module);
  await runPromises(engine, module);
  if (await runTicks(engine)) await runJobs(engine);
}

/** @returns whether there were any */
async function runTicks({ context }: JavaScriptEngine): Promise<boolean> {
  const ran = await context.evalCodeAsync("globalThis.__host?.runTicks()", "node:ticks", { type: "global" });
  if (!ran.error) return context.dump(ran.value) === true;
  await uncaught(context, ran.error);
  return true;
}

/** @param module promise of a module that is awaited anyway */
async function runPromises(engine: JavaScriptEngine, module?: QuickJSHandle): Promise<void> {
  const { context, runtime, rejections } = engine;
  const { ffi, rt, memory } = runtime as unknown as JobCalls;
  const values = (context as unknown as ValueCalls).memory;
  const execute = ffi.module.cwrap("QTS_ExecutePendingJob", "number", ["number", "number", "number"], { async: true });
  while (!engine.hasEnded() && runtime.hasPendingJob()) {
    const place = memory.newMutablePointerArray(1);
    const result = values.heapValueHandle(await execute(rt.value, 1, place.value.ptr));
    place.dispose();
    if (context.typeof(result) !== "number") throw scriptError(context, result);
  }
  if (engine.hasEnded()) return;
  const failed = await context.evalCodeAsync("globalThis.__host?.throwFailed()", "node:jobs", { type: "global" });
  if (failed.error) throw scriptError(context, failed.error);
  const own = module && (module as unknown as { readonly value: number }).value;
  for (const reason of rejections.take(own)) await uncaught(context, values.heapValueHandle(reason), "promise");
}

const ending = (text: string) => new ScriptError(`${text}\n\nNode.js ${nodeVersion}\n`);

/** @throws what the script has thrown, in Node's words */
function scriptError(context: QuickJSAsyncContext, handle: QuickJSHandle, isOfPromise = false): ScriptError {
  context.setProp(context.global, "__uncaught", handle);
  const told = context.evalCode(`__host.uncaughtText(__uncaught, ${isOfPromise})`, "node:uncaught");
  const text = told.error ? String(context.dump(told.error)) : String(context.dump(told.value));
  return ending(text);
}
