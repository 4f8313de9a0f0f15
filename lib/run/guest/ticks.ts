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
