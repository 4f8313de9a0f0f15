import type { QuickJSAsyncRuntime } from "quickjs-emscripten-core";

/** A value in the engine's memory: the address of a place that holds it. */
export type ValuePlace = number;

/**
 * Rejected promises that nobody handles. QuickJS reports them to a function of its host (`JS_SetHostPromiseRejectionTracker`), which the
 * library in between does not support, so the function is written to the place where QuickJS stores its own.
 */
export interface Rejections {
  /** Returns the reasons of unhandled rejections once, except for a promise that the host itself awaits. */
  take(own?: ValuePlace): readonly ValuePlace[];
}

/** The parts of an engine that are needed beyond the library's interface. */
interface EngineParts {
  readonly memory: WebAssembly.Memory;
  /** Exported by `lib/tasks/javascript-parts.ts`. */
  readonly table: WebAssembly.Table;
}

/** The library's calls into the engine. */
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
  /** Kept alive, so that no later promise gets its address. */
  readonly promise: ValuePlace;
  readonly reason: ValuePlace;
  readonly reasonValue: bigint;
}

/**
 * Makes the engine report rejections. Must take the same steps in each engine, because an engine's memory comes from another one.
 * @param setHandler sets the runtime's interrupt handler, after which QuickJS stores the function in question
 * @throws Error if the runtime's layout differs from that of the engine this was written for
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
      const places = { promise: kept(context, promise), reason: kept(context, reason) };
      rejected.set(promise, { context, ...places, reasonValue: reason });
      return;
    }
    const known = rejected.get(promise);
    if (!known) return;
    // For a module that fails, the engine rejects a promise of its own first, which nobody can handle.
    const all = [...rejected];
    const [own, before] = all[all.findIndex(([each]) => each === promise) - 1] ?? [];
    handled(promise, known);
    if (own !== undefined && before?.reasonValue === known.reasonValue) handled(own, before);
  }

  function handled(promise: bigint, known: Rejected): void {
    rejected.delete(promise);
    for (const place of [known.promise, known.reason]) ffi.QTS_FreeValuePointer(known.context, place);
  }

  const words = () => new Int32Array(memory.buffer, rt.value, mostWords);
  const before = words().slice();
  setHandler();
  const [handler, ...others] = [...words().keys()].filter((at) => words()[at] !== before[at]);
  if (handler === undefined || others.length > 0) throw new Error("The engine is laid out in another way.");
  const index = table.grow(1);
  table.set(index, asFunction(onRejection));
  // The order in memory: handler, its argument, the rejection function, its argument.
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

/** Most words of the runtime's structure to search; the one in question comes before. */
const mostWords = 256;

/**
 * A WebAssembly module that exports the function it is given, with the types of QuickJS's callback: context, promise, reason, whether it is
 * handled, data.
 */
const typed = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x09, 0x01, 0x60, 0x05, 0x7f, 0x7e, 0x7e, 0x7f, 0x7f, 0x00],
  ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
);

function asFunction(run: (...given: never[]) => void): unknown {
  return new WebAssembly.Instance(new WebAssembly.Module(typed), { e: { f: run } }).exports.f;
}
