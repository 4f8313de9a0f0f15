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
 * @param asked called while a program runs: whether to stop it, or what it runs for a time at most
 * @throws Error if the memory is of another engine
 */
export async function openEngine(
  { wasm, memory: held }: JavaScriptImage,
  connect: (runtime: QuickJSAsyncRuntime, context: QuickJSAsyncContext) => void,
  { hasEnded, isLate }: Readonly<Record<"hasEnded" | "isLate", () => boolean>>,
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
  const rejections = trackRejections(runtime, { memory, table }, () =>
    runtime.setInterruptHandler(() => hasEnded() || isLate()),
  );
  const context = runtime.newContext();
  connect(runtime, context);
  const mark = context.newString(markText);
  const place = Number((mark as unknown as { readonly value: number }).value);
  const bytes = () => new Uint8Array(memory.buffer);
  if (held) {
    const before = bytes().slice(place, place + markLength);
    for (const { at, bytes: part } of partsOf(held)) bytes().set(part, at);
    // The mark is the last thing that both engines allocate.
    if (!before.every((byte, at) => byte === bytes()[place + at])) throw new Error("The memory is of another engine.");
  }
  return {
    runtime,
    context,
    rejections,
    hasEnded,
    image() {
      if (memory.buffer.byteLength !== pages * page) throw new RangeError("The engine's memory has grown.");
      return withoutNothing(bytes());
    },
  };
}

/** Pages of the machine, which it gives when they are first written to: those of the unused stack are most of the memory. */
const machinePage = 4096;

/** A memory without its longest stretch of zeros: its length before that, where it goes on, and both parts. */
function withoutNothing(all: Uint8Array): Uint8Array {
  const end = all.findLastIndex((byte) => byte !== 0) + 1;
  let [head, rest] = [0, 0];
  for (let at = 0, start = 0; at < end; at += machinePage) {
    if (all.subarray(at, at + machinePage).some((byte) => byte !== 0)) start = at + machinePage;
    else if (at + machinePage - start > rest - head) [head, rest] = [start, at + machinePage];
  }
  const made = new Uint8Array(headLength + head + end - rest);
  new Uint32Array(made.buffer, 0, 2).set([head, rest]);
  made.set(all.subarray(0, head), headLength);
  made.set(all.subarray(rest, end), headLength + head);
  return made;
}

const headLength = 8;

function partsOf(held: Uint8Array) {
  const [head = 0, rest = 0] = new Uint32Array(held.slice(0, headLength).buffer);
  const middle = headLength + head;
  return [
    { at: 0, bytes: held.subarray(headLength, middle) },
    { at: rest, bytes: held.subarray(middle) },
  ];
}

/** A QuickJS value: the text's address, and a tag for its type. */
const markLength = 8;
const markText = "the same in each";
