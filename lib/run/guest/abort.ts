import { inspect } from "node-inspect-extracted";
import { kinds } from "./arguments/kinds.ts";
import { DOMException } from "./errors/dom-exception.ts";
import { Event, EventTarget } from "./events.ts";
import { setTimer } from "./timers.ts";

/** The web's `AbortSignal`. */
export class AbortSignal extends EventTarget {
  aborted = false;
  reason: unknown;
  onabort: ((event: object) => void) | null = null;

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal();
    stop(signal, reason);
    return signal;
  }
  static timeout(milliseconds: number): AbortSignal {
    const signal = new AbortSignal();
    const late = new DOMException("The operation was aborted due to timeout", "TimeoutError");
    kinds.unsigned?.(milliseconds, "delay");
    setTimer(() => stop(signal, late), milliseconds);
    return signal;
  }
  static any(signals: readonly AbortSignal[]): AbortSignal {
    const made = new AbortSignal();
    for (const signal of signals) {
      if (signal.aborted) stop(made, signal.reason);
      else signal.addEventListener("abort", () => stop(made, signal.reason));
    }
    return made;
  }
  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
  [inspect.custom](): string {
    return `AbortSignal { aborted: ${this.aborted} }`;
  }
}

export class AbortController {
  readonly signal = new AbortSignal();
  abort(reason?: unknown): void {
    stop(this.signal, reason);
  }
}

function stop(
  signal: AbortSignal,
  reason: unknown = new DOMException("This operation was aborted", "AbortError"),
): void {
  if (signal.aborted) return;
  Object.assign(signal, { aborted: true, reason });
  const event = new Event("abort");
  signal.onabort?.(event);
  signal.dispatchEvent(event);
}
