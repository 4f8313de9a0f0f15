interface Timer {
  readonly id: number;
  readonly at: number;
  readonly wait: number;
  readonly every: number | undefined;
  /** Of those that are due at once, the lower come first. */
  readonly rank: number;
  readonly run: () => void;
}

/** A program's timers: the sandbox waits until the next one is due, then runs those that are. */
const timers = new Map<number, Timer>();
let lastId = 0;
/**
 * When the timer that runs, or ran last, began; absent until the program itself has run. What is to come soon goes by it: however long a
 * timer takes, what it wants soon comes before the timers that it sets.
 */
let begun: number | undefined;

/** When what is wanted soon is due: at once, but what the program itself wants comes after its shortest timers. */
const soon = () => begun ?? Date.now() + 1;

export class Timeout {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
  ref(): this {
    return this;
  }
  hasRef(): boolean {
    return timers.has(this.id);
  }
  /** Begins its time anew. */
  refresh(): this {
    const timer = timers.get(this.id);
    if (timer) timers.set(this.id, { ...timer, at: Date.now() + timer.wait });
    return this;
  }
  close(): this {
    clearTimer(this);
    return this;
  }
  unref(): this {
    clearTimer(this);
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.id;
  }
}

export function setTimer(
  run: (...args: never[]) => void,
  wait = 0,
  every = false,
  args: readonly unknown[] = [],
): Timeout {
  const id = ++lastId;
  const time = Math.max(1, Number(wait) || 0);
  timers.set(id, {
    id,
    at: Date.now() + time,
    wait: time,
    every: every ? time : undefined,
    rank: 0,
    run: () => run(...(args as never[])),
  });
  return new Timeout(id);
}

/** `setImmediate`. */
export function setSoon(run: (...args: never[]) => void, ...args: unknown[]): Timeout {
  const id = ++lastId;
  timers.set(id, { id, at: soon(), wait: 0, every: undefined, rank: 0, run: () => run(...(args as never[])) });
  return new Timeout(id);
}

/** What tells of a file: behind promises, and what was to come soon. */
export function setDone(run: () => void): void {
  const id = ++lastId;
  timers.set(id, { id, at: soon(), wait: 0, every: undefined, rank: 1, run });
}

/** Runs what a script waits for when the program has come to its end of now: as in Node, behind promises and ticks. */
export function later<Result>(act: () => Result): Promise<Result> {
  return new Promise((done, fail) => {
    setDone(() => {
      try {
        done(act());
      } catch (error) {
        fail(error);
      }
    });
  });
}

export function clearTimer(timer: Timeout | number | undefined): void {
  timers.delete(Number(timer));
}

/** Whether any timer is to come, seen from one that runs. */
export function hasOthers(): boolean {
  return timers.size > 0;
}

/** Milliseconds until the next timer; -1 without one. */
export function nextTimer(): number {
  if (timers.size === 0) return -1;
  return Math.max(0, Math.min(...Array.from(timers.values(), ({ at }) => at)) - Date.now());
}

/** Runs the timer that is due first; the jobs it creates run before the next timer. */
export function runTimers(): void {
  const [due] = [...timers.values()]
    .filter(({ at }) => at <= Date.now())
    .sort((a, b) => a.at - b.at || a.rank - b.rank || a.id - b.id);
  if (!due) return;
  begun = Date.now();
  if (due.every === undefined) timers.delete(due.id);
  else timers.set(due.id, { ...due, at: Date.now() + due.every });
  due.run();
}

/** The part of an `AbortSignal` that a sleep listens to. */
interface Aborting {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(name: "abort", listener: () => void): void;
}

/** `setTimeout` of `timers/promises`. */
export function sleep<Value>(wait?: number, value?: Value, { signal }: { signal?: Aborting } = {}): Promise<Value> {
  return new Promise((done, fail) => {
    const abort = () =>
      fail(
        Object.assign(new Error("The operation was aborted"), {
          name: "AbortError",
          code: "ABORT_ERR",
          cause: signal?.reason,
        }),
      );
    if (signal?.aborted) return abort();
    const timer = setTimer(() => done(value as Value), wait);
    signal?.addEventListener("abort", () => {
      clearTimer(timer);
      abort();
    });
  });
}

/** What `process.nextTick` was given: run before the promises that are settled by then. */
const ticks: (() => void)[] = [];

export function nextTick(run: (...args: unknown[]) => void, ...args: unknown[]): void {
  ticks.push(() => run(...args));
}

/** Runs them, and those that they leave. @returns whether there were any */
export function runTicks(): boolean {
  const hasAny = ticks.length > 0;
  for (let tick = ticks.shift(); tick; tick = ticks.shift()) tick();
  return hasAny;
}
