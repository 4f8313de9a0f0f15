type Listener = ((...args: never[]) => void) & {
  /** What was given to `once`. */
  readonly listener?: Listener;
};

/** Node's `EventEmitter`, as far as scripts use it. */
export class EventEmitter {
  #listeners = new Map<string | symbol, Listener[]>();

  on(name: string | symbol, listener: Listener): this {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return this;
  }
  addListener(name: string | symbol, listener: Listener): this {
    return this.on(name, listener);
  }
  once(name: string | symbol, listener: Listener): this {
    const once = (...args: never[]) => {
      this.off(name, once);
      listener.apply(this, args);
    };
    return this.on(name, Object.assign(once, { listener }));
  }
  prependListener(name: string | symbol, listener: Listener): this {
    this.#listeners.set(name, [listener, ...(this.#listeners.get(name) ?? [])]);
    return this;
  }
  prependOnceListener(name: string | symbol, listener: Listener): this {
    const others = this.#listeners.get(name) ?? [];
    this.#listeners.delete(name);
    this.once(name, listener);
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), ...others]);
    return this;
  }
  off(name: string | symbol, listener: Listener): this {
    const left = (this.#listeners.get(name) ?? []).filter((each) => each !== listener && each.listener !== listener);
    if (left.length > 0) this.#listeners.set(name, left);
    else this.#listeners.delete(name);
    return this;
  }
  removeListener(name: string | symbol, listener: Listener): this {
    return this.off(name, listener);
  }
  removeAllListeners(name?: string | symbol): this {
    if (name === undefined) this.#listeners.clear();
    else this.#listeners.delete(name);
    return this;
  }
  eventNames(): (string | symbol)[] {
    return [...this.#listeners.keys()];
  }
  listeners(name: string | symbol): Listener[] {
    return [...(this.#listeners.get(name) ?? [])];
  }
  rawListeners(name: string | symbol): Listener[] {
    return this.listeners(name);
  }
  setMaxListeners(): this {
    // Nobody is warned here.
    return this;
  }
  getMaxListeners(): number {
    return 10;
  }
  listenerCount(name: string | symbol): number {
    return this.#listeners.get(name)?.length ?? 0;
  }
  emit(name: string | symbol, ...args: unknown[]): boolean {
    const listeners = this.#listeners.get(name) ?? [];
    if (listeners.length === 0 && name === "error") throw args[0];
    for (const listener of listeners) listener.apply(this, args as never[]);
    return listeners.length > 0;
  }
}

export function once(emitter: EventEmitter, name: string): Promise<unknown[]> {
  return new Promise((done, fail) => {
    const failed = (error: never) => fail(error);
    emitter.once(name, (...args) => {
      emitter.off("error", failed);
      done(args);
    });
    if (name !== "error") emitter.once("error", failed);
  });
}
