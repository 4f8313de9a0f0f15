import { UsageError } from "./console.ts";
import { remark } from "./output.ts";
import { countOf, readArguments, type Verb } from "./verb.ts";

const usage = `skillground worker [options]

Works through the repositories that "skillground report --list" queued at REDIS_URL, until it is stopped;
what is under way then is finished. Run as many as you like, on any number of machines. Needs the packages
bullmq and ioredis.

  --parallel <n>       repositories at once (default: 2)
  --quiet              print errors only

Exit codes: 0 stopped, 2 there is no queue.

Examples:
  REDIS_URL=redis://127.0.0.1:6379 skillground worker
  REDIS_URL=redis://queue.example:6379 skillground worker --parallel 4 --quiet`;

async function run(args: readonly string[]): Promise<number> {
  const { values } = readArguments(args, {
    parallel: { type: "string", default: "2" },
    quiet: { type: "boolean", default: false },
  });
  const redis = process.env.REDIS_URL;
  if (!redis) throw new UsageError("A worker needs REDIS_URL: the queue that it takes its work from.");
  const { work } = await import("./report/many/work.ts");
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  await work({
    redis,
    parallel: countOf("parallel", values.parallel),
    signal: stop.signal,
    onResult: ({ label, state, milliseconds }) => remark(values, `${label}: ${state}, ${milliseconds} ms`),
  });
  return 0;
}

export const workerVerb: Verb = { usage, run };
