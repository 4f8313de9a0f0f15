import type { Browser } from "@playwright/test";
import type { Figure } from "../figures.ts";
import { runInWorkers } from "../run-in-workers.ts";
import type { StorageTimes } from "./storage.worker.ts";

const rounds = 7;

/** The cost of storing a large workspace in the browser, beside its budget in milliseconds. */
export async function measureStorage(browser: Browser): Promise<Figure[]> {
  const times = await runInWorkers<StorageTimes>(browser, new URL("storage.worker.ts", import.meta.url), rounds);
  const figure = (name: string, of: (each: StorageTimes) => number, budget: number): Figure => ({
    name,
    unit: "ms",
    samples: times.map(of),
    reference: { name: "budget", samples: [budget] },
  });
  return [
    figure("10,000 files saved", ({ save }) => save, 250),
    figure("10,000 files read and verified", ({ load }) => load, 150),
    figure("10,000 files read, verified and mounted", ({ load, fill }) => load + fill, 300),
    figure("one edit on the disk", ({ edit }) => edit, 5),
  ];
}
