import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import { type Config, configOf } from "../../config.ts";
import { UsageError } from "../../console.ts";
import { harnessesOf } from "../../harnesses.ts";
import { type Judge, judgeAddress } from "./judge.ts";
import { readList } from "./list.ts";
import { type JudgeJob, loadQueue, queueName } from "./queue.ts";
import type { RepositoryResult } from "./result.ts";

interface WorkOptions {
  readonly redis: string;
  /** Repositories under way at once. */
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Milliseconds that a worker may say nothing of its job before another gets it. */
  readonly lockDuration?: number;
  readonly onResult: (result: RepositoryResult) => void;
}

/** A report keeps its thread for seconds. */
const usualLock = 60_000;
/** How often a job may lose its worker: what kills three is the repository. */
const mostStalled = 3;

/** Judges what a list has put into the queue, until it is aborted; what is under way then is finished. */
export async function work(options: WorkOptions, judge: Judge = judgeAddress): Promise<void> {
  const { redis, parallel, signal, onResult, lockDuration = usualLock } = options;
  const { Worker, DelayedError, connect } = await loadQueue();
  const connection = connect(redis);

  async function judgeJob(job: Job<JudgeJob>, token?: string): Promise<RepositoryResult> {
    const { way, pause } = job.data;
    // What the queue says is fetched: it is read as the list was.
    const [listed] = readList(job.data.text, "The job");
    if (!listed || listed.key !== job.data.key)
      throw new UsageError("The job does not name the repository that it is for.");
    const turn = await turnAt(connection, listed.host, pause);
    if (turn > 0) {
      await job.moveToDelayed(Date.now() + turn, token);
      throw new DelayedError();
    }
    const result = await judge(listed, { way, config: configOfJob(job.data), signal: new AbortController().signal });
    onResult(result);
    return result;
  }

  const worker = new Worker<JudgeJob, RepositoryResult>(queueName, judgeJob, {
    connection,
    concurrency: parallel,
    lockDuration,
    stalledInterval: lockDuration / 2,
    maxStalledCount: mostStalled,
  });
  worker.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await worker.close();
  connection.disconnect();
}

function configOfJob({ config: { harnesses, rules, ignore } }: JudgeJob): Config {
  harnessesOf(harnesses.join(","));
  return configOf({ harnesses: [...harnesses], rules: { ...rules }, ignore: [...ignore] });
}

/** @returns in how many milliseconds a worker may ask this host; 0 for now, and then no other may for as long */
async function turnAt(connection: Redis, host: string, between: number): Promise<number> {
  if (between <= 0) return 0;
  const key = `${queueName}:host:${host}`;
  const isMine = await connection.set(key, "1", "PX", between, "NX");
  return isMine ? 0 : Math.max(10, await connection.pttl(key));
}
