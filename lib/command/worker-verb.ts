import { parseArgs } from "node:util";
import { UsageError } from "./console.ts";
import { remark } from "./output.ts";
import { countOf, parsing, type Verb } from "./verb.ts";

const usage = `skillground worker [options]

Judges the repositories that skillground report --list has put into the queue at REDIS_URL, until it is ended; what is under way then is finished.
Any number of workers on any number of machines; each needs the packages bullmq and ioredis beside this one.

  --parallel <n>       repositories under way at once (default: 2)
  --quiet              nothing on the error output but what went wrong

Ends with 0, with 2 where there is no queue.

  REDIS_URL=redis://127.0.0.1:6379 skillground worker
  REDIS_URL=redis://queue.example:6379 skillground worker --parallel 4 --quiet`;

async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    ...parsing,
    args: [...args],
    options: { parallel: { type: "string", default: "2" }, quiet: { type: "boolean", default: false } },
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
