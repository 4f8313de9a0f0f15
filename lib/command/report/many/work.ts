import { setTimeout as wait } from "node:timers/promises";
import type { Job } from "bullmq";
import { type Config, configOf } from "../../config.ts";
import { UsageError } from "../../console.ts";
import { harnessesOf } from "../../harnesses.ts";
import { turnAt } from "./host-turns.ts";
import { type Judge, judgeAddress } from "./judge.ts";
import { readList } from "./list.ts";
import { type JudgeJob, loadQueue, queueName } from "./queue.ts";
import type { RepositoryResult } from "./result.ts";

interface WorkOptions {
  readonly redis: string;
  /** Most repositories under way at once. */
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Milliseconds without renewal after which a worker's job goes to another. */
  readonly lockDuration?: number;
  /** How many workers may go silent over a job before it is given up. */
  readonly mostStalled?: number;
  readonly onResult: (result: RepositoryResult) => void;
}

/** Long, because evaluating a repository blocks its thread for seconds. */
const usualLock = 60_000;
/** A job that costs three workers their lives does so itself. */
const usuallyStalled = 3;

/** Processes the jobs of a queue until aborted; then finishes what is under way. */
export async function work(options: WorkOptions, judge: Judge = judgeAddress): Promise<void> {
  const { redis, parallel, signal, onResult, lockDuration = usualLock, mostStalled = usuallyStalled } = options;
  const { Worker, DelayedError, connect } = await loadQueue();
  const connection = connect(redis);

  async function judgeJob(job: Job<JudgeJob>, token?: string): Promise<RepositoryResult> {
    const { way, manners } = job.data;
    // The queue's content is untrusted: it is validated like a line of a list.
    const [listed] = readList(job.data.text, "The job");
    if (!listed || listed.key !== job.data.key)
      throw new UsageError("The job does not name the repository that it is for.");
    const key = `${queueName}:host:${listed.host}`;
    const turn = await turnAt(connection, { ...manners, key, who: token ?? "", life: lockDuration });
    if (!("end" in turn)) {
      // A short wait, so that a queue with a single busy host is not polled as fast as Redis can answer.
      await wait(25);
      await job.moveToDelayed(Date.now() + turn.wait + Math.random() * 1000, token);
      throw new DelayedError();
    }
    try {
      const result = await judge(listed, { way, config: configOfJob(job.data), signal: new AbortController().signal });
      onResult(result);
      return result;
    } finally {
      await turn.end();
    }
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
