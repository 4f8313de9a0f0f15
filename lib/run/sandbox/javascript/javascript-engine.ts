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
  /** A copy of what its memory holds, to begin others from. @throws RangeError where it has grown, as others would have to, too */
  image(): Uint8Array;
}

const memoryLimit = 256 * 1024 * 1024;
const stackLimit = 1024 * 1024;
const pages = 256;
const page = 65_536;

/**
 * A new engine. Parsing `lib/run/guest` takes longer than most scripts do, so its memory is that of one that has: what stands where in it follows from the
 * WebAssembly and the steps before alone, and is held against that.
 * @param connect gives it the functions of the host, the same ones in the same order each time, as its memory names them by number
 * @param isToEnd asked while a program runs, whether it is to go no further
 * @throws Error where the memory is of another engine
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
    // The mark is the last thing that both have made.
    if (!before.every((byte, at) => byte === held[place + at])) throw new Error("The memory is of another engine.");
  }
  return {
    runtime,
    context,
    rejections,
    image() {
      if (memory.buffer.byteLength !== pages * page) throw new RangeError("The engine's memory has grown.");
      const all = bytes();
      return all.slice(0, all.findLastIndex((byte) => byte !== 0) + 1);
    },
  };
}

/** A value of QuickJS: where the text is, and that it is one. */
const markLength = 8;
const markText = "the same in each";
