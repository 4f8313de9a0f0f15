import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Way } from "#lib/report/compare/headline.ts";
import type { Config } from "../../config.ts";
import { UsageError } from "../../console.ts";
import { type Hold, holdList } from "./hold.ts";
import type { HostManners } from "./host-turns.ts";
import type { Judging } from "./judge.ts";
import type { Listed } from "./list.ts";
import { type RepositoryResult, resultShape } from "./result.ts";

/** The data of a worker's job for one repository. */
export interface JudgeJob extends Listed {
  readonly way: Way;
  readonly config: JobConfig;
  readonly manners: HostManners;
}

/** The settings as plain data, because a job is JSON. */
type JobConfig = Pick<Config, "harnesses" | "rules" | "ignore">;

export const queueName = "skillground-reports";
/** Milliseconds between two polls for results. */
const betweenLooks = 200;
/** Most results taken at once. */
const most = 500;

/** Loads BullMQ, which people who run workers install beside this command. @throws UsageError if it is not installed */
export async function loadQueue() {
  try {
    const [{ Queue, Worker, DelayedError }, { Redis }] = await Promise.all([import("bullmq"), import("ioredis")]);
    return { Queue, Worker, DelayedError, connect: (url: string) => connectTo(Redis, url) };
  } catch (caught) {
    const { code, message } = caught as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") throw caught;
    const name = /package '([^']+)'/.exec(message)?.[1] ?? "bullmq";
    throw new UsageError(
      `REDIS_URL is set, and the package ${name} that shares work over it is not installed beside this command: npm install bullmq ioredis. Without REDIS_URL this process does the work itself.`,
      { cause: caught },
    );
  }
}

/** @throws UsageError if `url` is not a Redis address */
function connectTo(Client: typeof Redis, url: string): Redis {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol))
    throw new UsageError("REDIS_URL is no address of a Redis: redis://host:port.");
  const client = new Client(url, { maxRetriesPerRequest: null });
  // Without a listener a broken connection would end the process; the client reconnects by itself.
  client.on("error", () => undefined);
  return client;
}

/**
 * Lets workers evaluate the repositories, and removes each result from the queue once it is stored. If this process dies in between, the
 * next run removes the result. A job whose worker dies goes to another worker. So a repository may be evaluated twice, but has one result.
 */
export async function judgeByWorkers(judging: Judging & HostManners, redis: string): Promise<void> {
  const { Queue, connect } = await loadQueue();
  const connection = connect(redis);
  const queue = new Queue<JudgeJob>(queueName, { connection });
  queue.on("error", () => undefined);
  let mine: Hold | undefined;
  try {
    mine = await holdList(connection, `${queueName}:list`);
    const { onResult } = judging;
    const signal = AbortSignal.any([judging.signal, mine.lost]);
    const jobs = jobsOf(judging);
    const waiting = new Set(jobs.map(({ opts }) => opts.jobId));
    for (let at = 0; at < jobs.length && !signal.aborted; at += most) await queue.addBulk(jobs.slice(at, at + most));
    while (waiting.size > 0 && !signal.aborted) {
      const taken = await take(queue, (id, result) => {
        if (waiting.delete(id)) onResult(result);
      });
      if (taken === 0) await wait(betweenLooks, undefined, { signal }).catch(() => undefined);
    }
    if (mine.lost.aborted && waiting.size > 0)
      throw new UsageError(
        "Another list was begun at this Redis while this one could not reach it. What was judged is kept; the same command goes on from here.",
      );
  } finally {
    await mine?.release();
    await queue.close();
    connection.disconnect();
  }
}

function jobsOf({ left, way, config: { harnesses, rules, ignore }, perHost, pause }: Judging & HostManners) {
  return left.map((each) => {
    const judged = { way, config: { harnesses, rules, ignore } };
    // A job id exists once in the queue, however often it is added; the same repository by other settings is another job.
    const jobId = createHash("sha256")
      .update(JSON.stringify([each.key, judged]))
      .digest("hex");
    return {
      name: "report",
      data: { ...each, ...judged, manners: { perHost, pause } },
      opts: { jobId, attempts: 1, removeOnComplete: false, removeOnFail: false },
    };
  });
}

/** Hands finished results on with the ids of their jobs, and only then removes them from the queue. */
async function take(queue: Queue<JudgeJob>, onResult: (id: string, result: RepositoryResult) => void): Promise<number> {
  const jobs = await queue.getJobs(["completed", "failed"], 0, most - 1);
  for (const job of jobs) {
    onResult(job.id ?? "", resultOfJob(job));
    await job.remove();
  }
  return jobs.length;
}

function resultOfJob({ data, returnvalue, failedReason }: Job<JudgeJob>): RepositoryResult {
  const { data: result } = resultShape.safeParse(returnvalue);
  if (result && result.repository === data.key) return result;
  const because = /stalled/.test(failedReason ?? "")
    ? "Several workers died over it."
    : "A worker ended in a fault of its own.";
  return {
    version: 1,
    state: "failed",
    repository: data.key,
    label: data.label,
    code: "fault",
    because,
    milliseconds: 0,
  };
}
