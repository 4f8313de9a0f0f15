import type { Page } from "@playwright/test";

declare global {
  var longTasks: { readonly start: number; readonly duration: number }[] | undefined;
}

/** Records, from now on and in every document of the page, when its main thread was busy for 50 ms or more. */
export async function recordLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        globalThis.longTasks?.push({ start: startTime, duration });
    }).observe({ type: "longtask", buffered: true });
  });
}

/** The time in the page, to be given to `longestTaskSince`. */
export async function pageTime(page: Page): Promise<number> {
  return page.evaluate(() => performance.now());
}

/** The longest recorded task since then in milliseconds; 0 when none reached 50. */
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
