type Listener = (...args: never[]) => void;

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
    return this.on(name, once);
  }
  off(name: string | symbol, listener: Listener): this {
    const left = (this.#listeners.get(name) ?? []).filter((each) => each !== listener);
    this.#listeners.set(name, left);
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
    emitter.once(name, (...args) => done(args));
    if (name !== "error") emitter.once("error", fail as Listener);
  });
}
