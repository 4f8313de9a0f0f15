import { unlessAborted } from "#lib/async/unless-aborted.ts";

/**
 * A time limit for work: its signal aborts when the time is up, when `parent` aborts, or by `cut`, whichever is first.
 * Dispose of it when the work is over: timer and parent then no longer reference it. (With `AbortSignal.any` and
 * `AbortSignal.timeout`, everything they hold would be kept until the time is up.)
 */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #parent: AbortSignal | undefined;
  readonly #follow = () => this.cut(this.#parent?.reason);

  /** @param milliseconds after which the signal aborts with a `TimeoutError` */
  constructor(milliseconds: number, parent?: AbortSignal) {
    this.#timer = setTimeout(() => this.cut(new DOMException("The time is up.", "TimeoutError")), milliseconds);
    this.#parent = parent;
    if (parent?.aborted) this.#follow();
    else parent?.addEventListener("abort", this.#follow);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborts now, with `reason`. */
  cut(reason: unknown): void {
    this[Symbol.dispose]();
    this.#controller.abort(reason);
  }

  /** Resolves like `promise`, or rejects with the reason as soon as the signal aborts. */
  during<T>(promise: Promise<T>): Promise<T> {
    return unlessAborted(promise, this.signal);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener("abort", this.#follow);
  }
}

/** The slowest acceptable pace of a party that others wait for: this many bytes a second, after a period of grace. */
export interface Pace {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/** Measures how far behind a party is. Being fast before does not earn a pause. */
export class PaceWatch {
  readonly #pace: Pace;
  #behindMs = 0;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Records that the party took `milliseconds` for `bytes`. */
  add(bytes: number, milliseconds: number): void {
    const due = (bytes / this.#pace.bytesPerSecond) * 1000;
    this.#behindMs = Math.max(this.#behindMs + milliseconds - due, 0);
  }

  /** How much longer the party may be waited for, in milliseconds; zero or less when it is too slow. */
  get patience(): number {
    return this.#pace.graceMs - this.#behindMs;
  }
}

/**
 * The pace required to keep a place that others may want: the first bytes within 3 seconds, and then this many a
 * second. A slower transfer continues until somebody wants its place.
 */
const earning: Pace = { graceMs: 3000, bytesPerSecond: 16 * 1024 };

/** Measures how far behind a transfer is that began just now, whether the sender or the reader is slow. */
export class Progress {
  readonly #watch = new PaceWatch(earning);
  #since = performance.now();

  add(bytes: number): void {
    const now = performance.now();
    this.#watch.add(bytes, now - this.#since);
    this.#since = now;
  }

  /** Excludes the time so far, in which nothing was expected. */
  rest(): void {
    this.#since = performance.now();
  }

  /** In milliseconds; zero or less where the transfer is on pace. */
  readonly behind = (): number => performance.now() - this.#since - this.#watch.patience;
}
