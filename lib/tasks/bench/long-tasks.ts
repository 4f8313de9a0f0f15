import type { Browser, Page } from "@playwright/test";

declare global {
  var longTasks: { readonly start: number; readonly duration: number }[] | undefined;
}

/** From now on, in every document of the page, records when its main thread is busy for 50 ms or more. */
export async function recordLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        globalThis.longTasks?.push({ start: startTime, duration });
    }).observe({ type: "longtask", buffered: true });
  });
}

/** The page's time, for `longestTaskSince`. */
export async function pageTime(page: Page): Promise<number> {
  return page.evaluate(() => performance.now());
}

/** The longest recorded task since `time`, in milliseconds; 0 if none reached 50. */
export async function longestTaskSince(page: Page, time: number): Promise<number> {
  return page.evaluate(
    (since) =>
      Math.max(
        0,
        ...(globalThis.longTasks ?? []).filter(({ start }) => start >= since).map(({ duration }) => duration),
      ),
    time,
  );
}

/** A task of the page's main thread, in milliseconds. */
export interface Task {
  readonly onClock: number;
  /** Processor time, which other load on the machine affects least; wall-clock time if the system does not tell. */
  readonly ofProcessor: number;
}

/**
 * The main thread's tasks during `work`, from the moment when the page sets the mark (`performance.mark`). Tracing slows down the page:
 * nothing else should be measured meanwhile.
 */
export async function tasksDuring(
  browser: Browser,
  page: Page,
  mark: string,
  work: () => Promise<unknown>,
): Promise<readonly Task[]> {
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  await work();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const begun = traceEvents.find(({ name }) => name === mark);
  if (!begun) throw new Error(`The trace does not have the mark ${mark}.`);
  return traceEvents
    .filter((event) => event.ph === "X" && event.name.endsWith("RunTask") && threadOf(event) === threadOf(begun))
    .filter(({ ts }) => ts >= begun.ts)
    .map(({ dur = 0, tdur = dur }) => ({ onClock: dur / 1000, ofProcessor: tdur / 1000 }));
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ph: string;
  readonly ts: number;
  /** Microseconds: wall-clock time, and the thread's own time. */
  readonly dur?: number;
  readonly tdur?: number;
}
