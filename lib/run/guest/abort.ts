import { EventEmitter } from "./events.ts";
import { setTimer } from "./timers.ts";

/** The web's `AbortSignal`, as far as scripts use it. */
export class AbortSignal {
  aborted = false;
  reason: unknown;
  onabort: ((event: object) => void) | null = null;
  readonly #events = new EventEmitter();

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal();
    stop(signal, reason);
    return signal;
  }
  static timeout(milliseconds: number): AbortSignal {
    const signal = new AbortSignal();
    const late = named("TimeoutError", "The operation was aborted due to timeout");
    setTimer(() => stop(signal, late), milliseconds);
    return signal;
  }
  addEventListener(name: string, listener: (event: object) => void): void {
    this.#events.on(name, listener);
  }
  removeEventListener(name: string, listener: (event: object) => void): void {
    this.#events.off(name, listener);
  }
  dispatchEvent(event: { readonly type: string }): boolean {
    this.onabort?.(event);
    this.#events.emit(event.type, event);
    return true;
  }
  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
}

export class AbortController {
  readonly signal = new AbortSignal();
  abort(reason?: unknown): void {
    stop(this.signal, reason);
  }
}

function stop(signal: AbortSignal, reason: unknown = named("AbortError", "This operation was aborted")): void {
  if (signal.aborted) return;
  Object.assign(signal, { aborted: true, reason });
  signal.dispatchEvent({ type: "abort" });
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
