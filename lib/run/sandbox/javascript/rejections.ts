import type { QuickJSAsyncRuntime } from "quickjs-emscripten-core";

/** A value in the engine's memory: the address of a place that holds it. */
export type ValuePlace = number;

/**
 * Promises that were rejected and for which nobody waits. QuickJS tells of them by a function that its host gives it
 * (`JS_SetHostPromiseRejectionTracker`), which the library in between has no word for: so the function is put where QuickJS keeps its own.
 */
export interface Rejections {
  /** What those were rejected with that nobody came to wait for, once; but for a promise that the host itself waits for. */
  take(own?: ValuePlace): readonly ValuePlace[];
}

/** Of an engine, what is needed here beside what the library gives. */
interface EngineParts {
  readonly memory: WebAssembly.Memory;
  /** Exported by `lib/tasks/javascript-parts.ts`. */
  readonly table: WebAssembly.Table;
}

/** How the library calls the engine. */
interface EngineCalls {
  readonly ffi: {
    readonly module: { _malloc(bytes: number): number };
    QTS_DupValuePointer(context: number, place: number): ValuePlace;
    QTS_FreeValuePointer(context: number, place: ValuePlace): void;
  };
  readonly rt: { readonly value: number };
}

interface Rejected {
  readonly context: number;
  /** Kept, so that none that comes later has its address. */
  readonly promise: ValuePlace;
  readonly reason: ValuePlace;
}

/**
 * Has the engine tell of rejections from now on. Takes the same steps in each engine, as the memory of one that began is another's.
 * @param setHandler sets the runtime's interrupt handler, behind which QuickJS keeps the function in question
 * @throws Error where the runtime is laid out in another way than in the engine that this was made for
 */
export function trackRejections(
  runtime: QuickJSAsyncRuntime,
  { memory, table }: EngineParts,
  setHandler: () => void,
): Rejections {
  const { ffi, rt } = runtime as unknown as EngineCalls;
  const rejected = new Map<bigint, Rejected>();
  const scratch = ffi.module._malloc(8);

  function kept(context: number, value: bigint): ValuePlace {
    new DataView(memory.buffer).setBigUint64(scratch, BigInt.asUintN(64, value), true);
    return ffi.QTS_DupValuePointer(context, scratch);
  }

  function onRejection(context: number, promise: bigint, reason: bigint, isHandled: number): void {
    if (isHandled === 0) {
      rejected.set(promise, { context, promise: kept(context, promise), reason: kept(context, reason) });
      return;
    }
    const known = rejected.get(promise);
    if (!known) return;
    rejected.delete(promise);
    for (const place of [known.promise, known.reason]) ffi.QTS_FreeValuePointer(context, place);
  }

  const words = () => new Int32Array(memory.buffer, rt.value, mostWords);
  const before = words().slice();
  setHandler();
  const [handler, ...others] = [...words().keys()].filter((at) => words()[at] !== before[at]);
  if (handler === undefined || others.length > 0) throw new Error("The engine is laid out in another way.");
  const index = table.grow(1);
  table.set(index, asFunction(onRejection));
  // The handler, what it is given, the function for rejections, what that is given.
  words()[handler + 2] = index;
  return {
    take(own) {
      const ownValue = own === undefined ? undefined : new DataView(memory.buffer).getBigInt64(own, true);
      const taken = [...rejected].filter(([promise]) => promise !== ownValue);
      rejected.clear();
      for (const [, { context, promise }] of taken) ffi.QTS_FreeValuePointer(context, promise);
      return taken.map(([, { reason }]) => reason);
    },
  };
}

/** Of the structure that a runtime is, more than it has before what is looked for. */
const mostWords = 256;

/** A module that gives the function that it is given, with the types of QuickJS's call: context, promise, reason, whether it is handled, data. */
const typed = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x09, 0x01, 0x60, 0x05, 0x7f, 0x7e, 0x7e, 0x7f, 0x7f, 0x00],
  ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
);

function asFunction(run: (...given: never[]) => void): unknown {
  return new WebAssembly.Instance(new WebAssembly.Module(typed), { e: { f: run } }).exports.f;
}
