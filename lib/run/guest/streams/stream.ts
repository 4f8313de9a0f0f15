import { EventEmitter } from "../events.ts";
import { nextTick } from "../timers.ts";

export type Done = (error?: unknown, value?: unknown) => void;

export interface StreamOptions {
  readonly objectMode?: boolean;
  readonly highWaterMark?: number;
  readonly autoDestroy?: boolean;
  readonly emitClose?: boolean;
  readonly encoding?: string | null | undefined;
  readonly destroy?: (error: unknown, done: Done) => void;
}

/** What both sides of Node's streams have: their end. */
export class Stream extends EventEmitter {
  destroyed = false;
  closed = false;
  errored: unknown = null;
  readonly #options: StreamOptions;

  constructor(options: StreamOptions = {}) {
    super();
    this.#options = options;
    if (options.destroy) this._destroy = options.destroy;
  }
  destroy(error?: unknown): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.errored = error ?? null;
    this._destroy(error ?? null, (failure) => {
      const reason = failure ?? error;
      this.errored = reason ?? null;
      nextTick(() => {
        this.closed = true;
        if (reason) this.emit("error", reason);
        if (this.#options.emitClose !== false) this.emit("close");
      });
    });
    return this;
  }
  _destroy(error: unknown, done: Done): void {
    done(error);
  }
  /** Called when a side has ended: closes the stream once both have. */
  protected endIfDone(): void {
    if (this.#options.autoDestroy !== false && this.isOver()) this.destroy();
  }
  protected isOver(): boolean {
    return true;
  }
}

/** A call that Node's streams refuse. */
export function streamError(code: string, text: string): Error {
  return Object.assign(new Error(text), { code });
}
