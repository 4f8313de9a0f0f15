/** Functions that the worker itself keeps after scripts can no longer find them. */
export interface Doors {
  say(message: unknown): void;
  hear(listener: (data: unknown) => void): void;
}

/**
 * Removes from a worker everything with which a script could reach anything outside, or start another worker; only the two returned
 * functions remain. A second barrier behind the frame's policy, which forbids the same, and behind the languages' own: QuickJS has its own
 * globals, and Python gets none of the worker's.
 * @param memory most bytes of all WebAssembly memory together
 */
export function closeDoors(memory: number): Doors {
  const scope = globalThis as typeof globalThis & Pick<DedicatedWorkerGlobalScope, "postMessage">;
  const say = scope.postMessage.bind(scope);
  const listeners: ((data: unknown) => void)[] = [];
  scope.addEventListener("message", (event) => {
    for (const listener of listeners) listener((event as MessageEvent).data);
  });
  for (const name of closed) removeEverywhere(scope, name);
  limitMemory(memory);
  return { say, hear: (listener) => void listeners.push(listener) };
}

const closed = [
  ...["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts"],
  ...["Worker", "SharedWorker", "BroadcastChannel", "MessageChannel", "RTCPeerConnection", "RTCDataChannel"],
  ...["indexedDB", "caches", "cookieStore", "navigator", "location", "origin", "name", "close", "postMessage"],
  ...["FileReaderSync", "webkitRequestFileSystem", "webkitRequestFileSystemSync", "Notification", "SharedArrayBuffer"],
  ...["Atomics", "requestAnimationFrame", "createImageBitmap", "OffscreenCanvas", "reportError"],
] as const;

function removeEverywhere(scope: object, name: string): void {
  for (let at: object | null = scope; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    Reflect.deleteProperty(at, name);
  }
  // What cannot be removed is hidden, because an object's own property is found first.
  if (name in scope) Reflect.defineProperty(scope, name, { value: undefined, configurable: false });
}

const page = 65536;

/** Limits WebAssembly memories, which grow through these two functions only. */
function limitMemory(most: number): void {
  const { Memory } = WebAssembly;
  const grow = Memory.prototype.grow;
  let used = 0;
  const ended = new FinalizationRegistry<{ readonly bytes: number }>(({ bytes }) => {
    used -= bytes;
  });
  const taken = new WeakMap<WebAssembly.Memory, { bytes: number }>();
  const take = (pages: number, memory?: WebAssembly.Memory) => {
    if (used + pages * page > most) throw new RangeError("The run has no more memory.");
    used += pages * page;
    if (!memory) return;
    const known = taken.get(memory) ?? { bytes: 0 };
    if (!taken.has(memory)) ended.register(memory, known);
    taken.set(memory, known);
    known.bytes += pages * page;
  };
  Object.defineProperty(Memory.prototype, "grow", {
    value(this: WebAssembly.Memory, pages: number) {
      take(pages, this);
      return grow.call(this, pages);
    },
  });
  Object.defineProperty(WebAssembly, "Memory", {
    value: class extends Memory {
      constructor(descriptor: WebAssembly.MemoryDescriptor) {
        take(descriptor.initial);
        super(descriptor);
      }
    },
  });
}
