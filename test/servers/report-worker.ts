/**
 * A worker with a lock of one second, so that a test need not wait a minute until it counts as dead: `node report-worker.ts <redis>`. On a
 * busy machine one that lives is silent for as long, too, so no number of silences gives a job up.
 */
import { work } from "#lib/command/report/many/work.ts";

const [redis = ""] = process.argv.slice(2);
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
await work({
  redis,
  parallel: 4,
  lockDuration: 1000,
  mostStalled: Number.MAX_SAFE_INTEGER,
  signal: stop.signal,
  onResult: ({ repository }) => process.stdout.write(`${repository}\n`),
});
