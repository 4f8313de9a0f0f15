import asyncify from "@jitl/quickjs-wasmfile-release-asyncify";
import {
  newQuickJSAsyncWASMModuleFromVariant,
  newVariant,
  type QuickJSAsyncContext,
  type QuickJSAsyncRuntime,
} from "quickjs-emscripten-core";
import type { JavaScriptImage } from "./javascript-parts.ts";
import { type Rejections, trackRejections } from "./rejections.ts";

export interface JavaScriptEngine {
  readonly runtime: QuickJSAsyncRuntime;
  readonly context: QuickJSAsyncContext;
  readonly rejections: Rejections;
  /** Whether its program has called `process.exit`: nothing of it may run any more. */
  hasEnded(): boolean;
  /**
   * A copy of its memory, from which other engines start. @throws RangeError if the memory has grown, because the others' would have to
   * grow too
   */
  image(): Uint8Array;
}

const memoryLimit = 256 * 1024 * 1024;
const stackLimit = 1024 * 1024;
const pages = 256;
const page = 65_536;

/**
 * Opens an engine. Parsing `lib/run/guest` takes longer than most scripts run, so the engine starts with the memory of one that has done
 * so. The memory's layout depends only on the WebAssembly and on the steps before, and is checked.
 * @param connect gives the engine the host's functions, always in the same order, because its memory refers to them by number
 * @param isToEnd called while a program runs; whether to stop it
 * @throws Error if the memory is of another engine
 */
export async function openEngine(
  { wasm, memory: held }: JavaScriptImage,
  connect: (runtime: QuickJSAsyncRuntime, context: QuickJSAsyncContext) => void,
  isToEnd: () => boolean,
): Promise<JavaScriptEngine> {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: 32_768 });
  const { promise: instantiated, resolve } = Promise.withResolvers<WebAssembly.Instance>();
  const emscriptenModule = {
    thisProgram: "node",
    async instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const instance = await WebAssembly.instantiate(wasm, imports);
      resolve(instance);
      done(instance);
    },
  } as object;
  const variant = newVariant(asyncify, { wasmMemory: memory, emscriptenModule });
  const quickjs = await newQuickJSAsyncWASMModuleFromVariant(variant);
  const runtime = quickjs.newRuntime({ memoryLimitBytes: memoryLimit, maxStackSizeBytes: stackLimit });
  const table = (await instantiated).exports.table as WebAssembly.Table;
  const rejections = trackRejections(runtime, { memory, table }, () => runtime.setInterruptHandler(isToEnd));
  const context = runtime.newContext();
  connect(runtime, context);
  const mark = context.newString(markText);
  const place = Number((mark as unknown as { readonly value: number }).value);
  const bytes = () => new Uint8Array(memory.buffer);
  if (held) {
    const before = bytes().slice(place, place + markLength);
    bytes().set(held);
    // The mark is the last thing that both engines allocate.
    if (!before.every((byte, at) => byte === held[place + at])) throw new Error("The memory is of another engine.");
  }
  return {
    runtime,
    context,
    rejections,
    hasEnded: isToEnd,
    image() {
      if (memory.buffer.byteLength !== pages * page) throw new RangeError("The engine's memory has grown.");
      const all = bytes();
      return all.slice(0, all.findLastIndex((byte) => byte !== 0) + 1);
    },
  };
}

/** A QuickJS value: the text's address, and a tag for its type. */
const markLength = 8;
const markText = "the same in each";
