import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "../bench/figures.ts";
import { honestVisitor, type Visit } from "./relay-visitors.ts";
import type { ServedProject } from "./served-project.ts";

/** One attack on the server; resolves to its result in words. */
export type Part = () => Promise<string>;

export interface WatchedPart {
  readonly name: string;
  readonly part: Part;
  /** The requests of a well-behaved visitor meanwhile. */
  readonly honest: (index: number) => Visit;
  /** Milliseconds between two of their requests. */
  readonly pause?: number;
}

/** Runs an attack; reports its result, the memory it takes, what the server logs, and how an honest visitor fares meanwhile. */
export async function watch(server: ServedProject, { name, part, honest, pause = 200 }: WatchedPart): Promise<void> {
  const before = server.memory();
  const complaints = server.complaints();
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, 200);
  const visitor = honestVisitor(server.url, honest, pause);
  const start = performance.now();
  const outcome = await part();
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const visits = await visitor.stop();
  clearInterval(watching);
  await wait(5000);
  const served = visits.filter(({ status }) => status === 200);
  const slow = percentile(
    served.map(({ time }) => time),
    0.95,
  );
  console.log(`${name}: ${outcome}, in ${seconds} s`);
  console.log(
    `  memory: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at most, ${server.memory().toFixed(0)} after`,
  );
  console.log(`  log of errors: ${((server.complaints() - complaints) / 1000).toFixed(1)} KB`);
  console.log(`  honest visitor: ${served.length} of ${visits.length} served, 95 % within ${slow.toFixed(0)} ms`);
}
