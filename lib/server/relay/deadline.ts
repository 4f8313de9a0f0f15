/**
 * A piece of work that must end: its signal aborts when its time is up, when `parent` aborts, or by `cut`, whichever is
 * first. Dispose of it when the work is over: the timer and the parent then know nothing of it any more. (What waits on
 * `AbortSignal.any` and `AbortSignal.timeout` is kept, with all that it holds, until the time is up.)
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

  /** Ends the work now, for `reason`. */
  cut(reason: unknown): void {
    this[Symbol.dispose]();
    this.#controller.abort(reason);
  }

  /** What `promise` comes to, or a rejection with the reason as soon as the signal aborts. */
  async during<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this;
    const aborted = Promise.withResolvers<never>();
    const reject = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", reject);
    if (signal.aborted) reject();
    try {
      return await Promise.race([promise, aborted.promise]);
    } finally {
      signal.removeEventListener("abort", reject);
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener("abort", this.#follow);
  }
}

/** The least that somebody must do who is waited for: so many bytes a second, or be behind by no more than the time of grace. */
export interface Pace {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/** How far behind somebody is who is waited for. Who was fast before has not earned a pause by that. */
export class PaceWatch {
  readonly #pace: Pace;
  #behindMs = 0;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Counts that somebody took `milliseconds` for `bytes`. */
  add(bytes: number, milliseconds: number): void {
    const due = (bytes / this.#pace.bytesPerSecond) * 1000;
    this.#behindMs = Math.max(this.#behindMs + milliseconds - due, 0);
  }

  /** For how long, in milliseconds, they may be waited for now; nothing or less when they are too slow. */
  get patience(): number {
    return this.#pace.graceMs - this.#behindMs;
  }
}

/**
 * What something must come to that has a place others may want: the first bytes within 3 seconds, and then so many a second. Behind that
 * it goes on for as long as nobody does.
 */
const earning: Pace = { graceMs: 3000, bytesPerSecond: 16 * 1024 };

/** How far behind something is that began just now, whoever is slow: who sends, or who reads. */
export class Progress {
  readonly #watch = new PaceWatch(earning);
  #since = performance.now();

  add(bytes: number): void {
    const now = performance.now();
    this.#watch.add(bytes, now - this.#since);
    this.#since = now;
  }

  /** What was so far was no time in which anything was to come. */
  rest(): void {
    this.#since = performance.now();
  }

  /** In milliseconds; nothing or less where it does what it must. */
  readonly behind = (): number => performance.now() - this.#since - this.#watch.patience;
}
