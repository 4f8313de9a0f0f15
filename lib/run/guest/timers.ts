interface Timer {
  readonly id: number;
  /** When it may run. */
  readonly at: number;
  /** Its place among the others: when it would be due if all that runs took no time. */
  readonly order: number;
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
 * The program's time: it stands while something runs, so that the order of what follows does not depend on how fast the machine is. It begins
 * with the first timer.
 */
let time: number | undefined;
/** Whether the program itself has run. What it wants soon comes after its shortest timers; what a timer wants, before those that it sets. */
let hasBegun = false;

/** How far the program's time may stay behind, in milliseconds: what takes longer was meant to. */
const behind = 250;
/** What a timer takes of the program's time, so that those that follow one another do not keep others away for ever. */
const step = 0.01;

function orderIn(wait: number): number {
  time ??= Date.now();
  return time + wait;
}

const soon = () => orderIn(hasBegun ? 0 : 1);

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
    if (timer) timers.set(this.id, { ...timer, at: Date.now() + timer.wait, order: orderIn(timer.wait) });
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
  const length = Math.max(1, Number(wait) || 0);
  timers.set(id, {
    id,
    at: Date.now() + length,
    order: orderIn(length),
    wait: length,
    every: every ? length : undefined,
    rank: 0,
    run: () => run(...(args as never[])),
  });
  return new Timeout(id);
}

/** `setImmediate`. */
export function setSoon(run: (...args: never[]) => void, ...args: unknown[]): Timeout {
  const id = ++lastId;
  timers.set(id, {
    id,
    at: 0,
    order: soon(),
    wait: 0,
    every: undefined,
    rank: 0,
    run: () => run(...(args as never[])),
  });
  return new Timeout(id);
}

/** What tells of a file: behind promises, and what was to come soon. */
export function setDone(run: () => void): void {
  const id = ++lastId;
  timers.set(id, { id, at: 0, order: soon(), wait: 0, every: undefined, rank: 1, run });
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

/** The timer that comes first; none without timers. */
function nextOf(): Timer | undefined {
  const [first] = [...timers.values()].sort((a, b) => a.order - b.order || a.rank - b.rank || a.id - b.id);
  return first;
}

/** Milliseconds until the next timer; -1 without one. */
export function nextTimer(): number {
  const next = nextOf();
  return next ? Math.max(0, next.at - Date.now()) : -1;
}

/** Runs the timer that is due first; the jobs it creates run before the next timer. */
export function runTimers(): void {
  const due = nextOf();
  if (!due || due.at > Date.now()) return;
  hasBegun = true;
  time = Math.max(due.order + step, Date.now() - behind);
  if (due.every === undefined) timers.delete(due.id);
  else timers.set(due.id, { ...due, at: Date.now() + due.every, order: orderIn(due.every) });
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
