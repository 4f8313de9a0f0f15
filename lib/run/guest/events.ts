import { inspect } from "node-inspect-extracted";
import { argumentError, nodeError } from "./arguments/argument-errors.ts";

type Listener = ((...args: never[]) => void) & {
  /** What was given to `once`. */
  readonly listener?: Listener;
};

type Name = string | symbol;

const shapeMode = Symbol("shapeMode");
const capture = Symbol("kCapture");

/** Gives an emitter the properties that Node prints. */
function begin(emitter: Emitter): void {
  Object.assign(emitter, {
    _events: Object.create(null),
    _eventsCount: 0,
    _maxListeners: undefined,
    [shapeMode]: false,
    [capture]: false,
  });
}

function put(emitter: Emitter, name: Name, listeners: readonly Listener[]): void {
  const [only, ...others] = listeners;
  // A class may derive from it and never call its constructor.
  emitter._events ??= Object.create(null);
  if (!only) delete emitter._events[name];
  else emitter._events[name] = others.length === 0 ? only : [...listeners];
  emitter._eventsCount = Reflect.ownKeys(emitter._events).length;
}

function add(emitter: Emitter, name: Name, listener: Listener, isFirst: boolean): void {
  if (typeof listener !== "function") throw argumentError("listener", "of type function", listener);
  if (emitter._events?.newListener) emitter.emit("newListener", name, listener.listener ?? listener);
  const others = emitter.rawListeners(name);
  put(emitter, name, isFirst ? [listener, ...others] : [...others, listener]);
}

function onceOnly(emitter: Emitter, name: Name, listener: Listener): Listener {
  const wrapper = (...args: never[]) => {
    emitter.off(name, wrapper);
    listener.apply(emitter, args);
  };
  return typeof listener === "function" ? Object.assign(wrapper, { listener }) : listener;
}

function remove(emitter: Emitter, name: Name, listener: Listener): void {
  const all = emitter.rawListeners(name);
  const at = all.findLastIndex((each) => each === listener || each.listener === listener);
  if (at < 0) return;
  put(emitter, name, all.toSpliced(at, 1));
  if (emitter._events.removeListener) emitter.emit("removeListener", name, all[at]?.listener ?? listener);
}

/** Node's `EventEmitter`, as far as scripts use it; with the properties that Node prints. */
class Emitter {
  declare _events: Record<Name, Listener | Listener[]>;
  declare _eventsCount: number;
  declare _maxListeners: number | undefined;

  on(name: Name, listener: Listener): this {
    add(this, name, listener, false);
    return this;
  }
  addListener(name: Name, listener: Listener): this {
    return this.on(name, listener);
  }
  once(name: Name, listener: Listener): this {
    return this.on(name, onceOnly(this, name, listener));
  }
  prependListener(name: Name, listener: Listener): this {
    add(this, name, listener, true);
    return this;
  }
  prependOnceListener(name: Name, listener: Listener): this {
    return this.prependListener(name, onceOnly(this, name, listener));
  }
  off(name: Name, listener: Listener): this {
    remove(this, name, listener);
    return this;
  }
  removeListener(name: Name, listener: Listener): this {
    remove(this, name, listener);
    return this;
  }
  removeAllListeners(name?: Name): this {
    // Whoever wants to be told of each is removed last.
    const names = name === undefined ? this.eventNames().filter((each) => each !== "removeListener") : [name];
    for (const each of name === undefined ? [...names, "removeListener"] : names)
      for (const listener of this.rawListeners(each).toReversed()) remove(this, each, listener);
    return this;
  }
  eventNames(): Name[] {
    return Reflect.ownKeys(this._events ?? {});
  }
  listeners(name: Name): Listener[] {
    return this.rawListeners(name).map((each) => each.listener ?? each);
  }
  rawListeners(name: Name): Listener[] {
    const known = this._events?.[name];
    return known === undefined ? [] : typeof known === "function" ? [known] : [...known];
  }
  setMaxListeners(count: number): this {
    this._maxListeners = count;
    return this;
  }
  getMaxListeners(): number {
    return this._maxListeners ?? EventEmitter.defaultMaxListeners;
  }
  listenerCount(name: Name): number {
    return this.rawListeners(name).length;
  }
  emit(name: Name, ...args: unknown[]): boolean {
    const listeners = this.rawListeners(name);
    if (listeners.length === 0 && name === "error") throw unhandled(args[0]);
    for (const listener of listeners) listener.apply(this, args as never[]);
    return listeners.length > 0;
  }
}

export type EventEmitter = Emitter;

/** Not a class, as older ones, among them those of streams, call it for what they have made: `EventEmitter.call(this)`. */
export const EventEmitter = Object.assign(
  function EventEmitter(this: Emitter) {
    begin(this);
  } as unknown as typeof Emitter,
  { defaultMaxListeners: 10 },
);
EventEmitter.prototype = Emitter.prototype;
Object.defineProperty(Emitter.prototype, "constructor", { value: EventEmitter, configurable: true, writable: true });

function unhandled(given: unknown): unknown {
  if (given instanceof Error) return given;
  return nodeError(Error, "ERR_UNHANDLED_ERROR", `Unhandled error. (${inspect(given)})`, { context: given });
}

export async function once(emitter: EventEmitter, name: string): Promise<unknown[]> {
  return new Promise((done, fail) => {
    const failed = (error: never) => fail(error);
    emitter.once(name, (...args) => {
      emitter.off("error", failed);
      done(args);
    });
    if (name !== "error") emitter.once("error", failed);
  });
}

/** The events of a name, one after another, until its reader has enough. */
export async function* on(emitter: EventEmitter, name: string): AsyncGenerator<unknown[]> {
  const waiting: unknown[][] = [];
  let wake = (): void => undefined;
  let failure: { readonly error: unknown } | undefined;
  const listener = (...args: unknown[]) => {
    waiting.push(args);
    wake();
  };
  const failed = (error: unknown) => {
    failure = { error };
    wake();
  };
  emitter.on(name, listener);
  emitter.on("error", failed);
  try {
    for (;;) {
      const next = waiting.shift();
      if (next) yield next;
      else if (failure) throw (failure as { readonly error: unknown }).error;
      else await new Promise<void>((done) => (wake = done));
    }
  } finally {
    emitter.off(name, listener);
    emitter.off("error", failed);
  }
}

/** What Node's `events` has besides. */
export const eventFunctions = {
  listenerCount: (emitter: EventEmitter, name: string) => emitter.listenerCount(name),
  getEventListeners: (emitter: EventEmitter, name: string) => emitter.listeners(name),
  getMaxListeners: (emitter: EventEmitter) => emitter.getMaxListeners(),
  setMaxListeners: (count: number, ...emitters: EventEmitter[]) => {
    for (const each of emitters) each.setMaxListeners?.(count);
  },
};

/** The web's `Event`. */
export class Event {
  readonly type: string;
  readonly cancelable: boolean;
  defaultPrevented = false;
  target: unknown = null;
  readonly timeStamp = Date.now();
  /** Whether no other listener is told. */
  isStopped = false;
  constructor(type: string, { cancelable = false } = {}) {
    this.type = `${type}`;
    this.cancelable = cancelable;
    Object.defineProperty(this, "isStopped", { enumerable: false });
  }
  get currentTarget(): unknown {
    return this.target;
  }
  preventDefault(): void {
    if (this.cancelable) this.defaultPrevented = true;
  }
  stopImmediatePropagation(): void {
    this.isStopped = true;
  }
  stopPropagation(): void {
    // There is nothing around a target here.
  }
}

export class CustomEvent extends Event {
  readonly detail: unknown;
  constructor(type: string, { detail = null, ...options }: { readonly detail?: unknown; cancelable?: boolean } = {}) {
    super(type, options);
    this.detail = detail;
  }
}

type Handler = ((event: Event) => void) | { handleEvent(event: Event): void };

/** The web's `EventTarget`. */
export class EventTarget {
  readonly #handlers = new Map<string, Map<Handler, boolean>>();
  addEventListener(type: string, handler: Handler | null, options?: boolean | { readonly once?: boolean }): void {
    if (handler === null || handler === undefined) return;
    if (!/^(?:function|object)$/.test(typeof handler))
      throw argumentError("listener", "an instance of EventListener", handler);
    const handlers = this.#handlers.get(type) ?? new Map<Handler, boolean>();
    this.#handlers.set(type, handlers);
    if (!handlers.has(handler)) handlers.set(handler, typeof options === "object" && options.once === true);
  }
  removeEventListener(type: string, handler: Handler): void {
    this.#handlers.get(type)?.delete(handler);
  }
  dispatchEvent(event: Event): boolean {
    if (!(event instanceof Event)) throw argumentError("event", "an instance of Event", event);
    event.target = this;
    const handlers = this.#handlers.get(event.type);
    for (const [handler, isOnce] of [...(handlers ?? [])]) {
      if (event.isStopped) break;
      if (isOnce) handlers?.delete(handler);
      if (typeof handler === "function") handler.call(this, event);
      else handler.handleEvent(event);
    }
    return !event.defaultPrevented;
  }
}
