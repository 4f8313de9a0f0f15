import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { defaultReportBounds, makeReport, pinSource } from "#lib/server/reports/make-report.ts";
import { ReportThreads } from "#lib/server/reports/report-threads.ts";
import { median } from "../figures.ts";
import type { ReportBench } from "./repositories.ts";

const rounds = 5;

/** How long other work in a process waits while it makes reports in slices on its own thread, and on another thread. */
export async function measureThreads({ git }: ReportBench, name: string): Promise<readonly string[]> {
  const source = { kind: "git", url: `${git}/${name}` } as const;
  // Not through the relay, whose share is the same in both.
  const ask: typeof fetch = (input, init) =>
    fetch(String(input).replace(/^https:\/\/report\.invalid\/api\/git\//, "http://"), init);
  const threads = new ReportThreads();
  const deps = { fetch: ask, bounds: defaultReportBounds };
  const pin = () => pinSource(source, deps);
  const ways = {
    "in slices": async () => void (await makeReport(await pin(), deps)),
    "in a thread": async () =>
      void (await threads.make({ name: "report", ...(await pin()), bounds: defaultReportBounds }, ask)),
  };
  const lines: string[] = [];
  const samples = new Map<string, { readonly most: number; readonly late: number; readonly took: number }[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [way, make] of Object.entries(ways))
      samples.set(way, [...(samples.get(way) ?? []), await delaysOf(make)]);
  }
  for (const [way, all] of samples) {
    const of = (part: "most" | "late" | "took") => all.map((one) => one[part]);
    const range = (values: readonly number[]) =>
      `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`;
    lines.push(
      `${name}, ${way}: report ${range(of("took"))}; others wait at most ${range(of("most"))}, one in a hundred ${range(of("late"))}`,
    );
  }
  await threads.close();
  return lines;
}

async function delaysOf(make: () => Promise<void>) {
  await wait(200);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const start = performance.now();
  await make();
  const took = performance.now() - start;
  delays.disable();
  return { most: delays.max / 1e6, late: delays.percentile(99) / 1e6, took };
}
