/**
 * Parses Markdown of every hostile shape like the page's worker, and prints the time. Fails if the page's own thread would be blocked: by
 * checking the text before parsing, or by a piece too heavy to draw at once.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { markdownLimits, refusalOf } from "#components/markdown/markdown-limits.ts";
import type { MarkdownReply } from "#components/markdown/parse-markdown.ts";
import { hostileShapes } from "#test/servers/trees/hostile-shapes.ts";

const kilobytes = [1, 4, 16, 64, 255];

/** Milliseconds of the page's thread before parsing and, for the longest piece, after it. */
const longestHold = 50;

let worker: Worker | undefined;
let failed = 0;

for (const [name, shape] of Object.entries(hostileShapes)) {
  const figures: string[] = [];
  for (const size of kilobytes) {
    const text = shape(size * 1024);
    const { took: looked, value: refusal } = timed(() => refusalOf(text));
    const { outcome, took } = refusal ? { outcome: refusal.kind, took: looked } : await parse(text);
    const held = typeof outcome === "string" ? looked : Math.max(looked, ...outcome.map(readTime));
    if (held > longestHold) failed++;
    const what = typeof outcome === "string" ? outcome : `${outcome.length} pieces`;
    figures.push(
      `${size} KB ${(took / size).toFixed(1)} ms/KB, ${what}${held > longestHold ? `, HELD ${Math.round(held)} ms` : ""}`,
    );
  }
  console.log(`${name.padEnd(26)} ${figures.join("; ")}`);
}
await worker?.terminate();
console.log(failed === 0 ? "Nothing held the page." : `${failed} texts held the page.`);
process.exitCode = failed === 0 ? 0 : 1;

/** Milliseconds of this thread, which other load on the machine does not affect. */
function timed<Value>(work: () => Value): { readonly value: Value; readonly took: number } {
  const before = process.threadCpuUsage();
  const value = work();
  const { user, system } = process.threadCpuUsage(before);
  return { value, took: (user + system) / 1000 };
}

/** How long the page takes to read a piece before drawing it. */
function readTime(piece: string): number {
  return timed(() => JSON.parse(piece)).took;
}

/** Resolves when the parser has loaded, because only its own time counts. */
async function startWorker(): Promise<Worker> {
  const started = new Worker(new URL("markdown-thread.ts", import.meta.url));
  await once(started, "message");
  return started;
}

async function parse(text: string): Promise<{ readonly outcome: string | readonly string[]; readonly took: number }> {
  worker ??= await startWorker();
  const start = performance.now();
  worker.postMessage({ text, showsHtml: true });
  const stopped = AbortSignal.timeout(markdownLimits.milliseconds);
  try {
    const [reply] = (await once(worker, "message", { signal: stopped })) as [MarkdownReply];
    return {
      outcome: "refused" in reply ? reply.refused.kind : reply.pieces,
      took: performance.now() - start,
    };
  } catch (caught) {
    if (!stopped.aborted) throw caught;
    await worker.terminate();
    worker = undefined;
    return { outcome: "late", took: performance.now() - start };
  }
}
