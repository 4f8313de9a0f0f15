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

/** What a worker is told of a repository. */
export interface JudgeJob extends Listed {
  readonly way: Way;
  readonly config: JobConfig;
  readonly manners: HostManners;
}

/** Settings as plain data: a job is JSON. */
type JobConfig = Pick<Config, "harnesses" | "rules" | "ignore">;

export const queueName = "skillground-reports";
/** Milliseconds between two looks for results. */
const betweenLooks = 200;
/** Results taken at once. */
const most = 500;

/** BullMQ, which is installed beside this command by who runs workers. @throws UsageError where it is not there */
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

/** @throws UsageError where it is no address of a Redis */
function connectTo(Client: typeof Redis, url: string): Redis {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol))
    throw new UsageError("REDIS_URL is no address of a Redis: redis://host:port.");
  const client = new Client(url, { maxRetriesPerRequest: null });
  // Without a listener a broken connection would end the process: it comes back by itself.
  client.on("error", () => undefined);
  return client;
}

/**
 * Has workers judge, and takes each result out of the queue once it is kept. A result that was kept when this process died is taken out by the next run,
 * and a job whose worker died is given to another: a repository may be looked at twice then, and has one result.
 */
export async function judgeByWorkers(judging: Judging & HostManners, redis: string): Promise<void> {
  const { Queue, connect } = await loadQueue();
  const connection = connect(redis);
  const queue = new Queue<JudgeJob>(queueName, { connection });
  queue.on("error", () => undefined);
  let mine: Hold | undefined;
  try {
    mine = await holdList(connection, `${queueName}:list`);
    const { left, way, onResult, perHost, pause } = judging;
    const { harnesses, rules, ignore } = judging.config;
    const signal = AbortSignal.any([judging.signal, mine.lost]);
    const waiting = new Set(left.map(({ key }) => key));
    for (let at = 0; at < left.length && !signal.aborted; at += most) {
      const jobs = left.slice(at, at + most).map((each) => ({
        name: "report",
        data: { ...each, way, config: { harnesses, rules, ignore }, manners: { perHost, pause } },
        // Of one name there is one job, however often it is added.
        opts: { jobId: jobIdOf(each, way), attempts: 1, removeOnComplete: false, removeOnFail: false },
      }));
      await queue.addBulk(jobs);
    }
    while (waiting.size > 0 && !signal.aborted) {
      const taken = await take(queue, (result) => {
        if (waiting.delete(result.repository)) onResult(result);
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

function jobIdOf({ key }: Listed, way: Way): string {
  return createHash("sha256").update(`${way}\n${key}`).digest("hex");
}

/** Hands on what is done, and only then takes it out of the queue. */
async function take(queue: Queue<JudgeJob>, onResult: (result: RepositoryResult) => void): Promise<number> {
  const jobs = await queue.getJobs(["completed", "failed"], 0, most - 1);
  for (const job of jobs) {
    onResult(resultOfJob(job));
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
