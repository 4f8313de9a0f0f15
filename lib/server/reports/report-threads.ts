import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { FailureError } from "#lib/failure.ts";
import type { JudgeOptions } from "./judge.ts";
import type { FromThread, ReportJob, ToThread } from "./thread-messages.ts";
import { ThreadQuestions } from "./thread-questions.ts";
import { threadEnvironment, threadScript } from "./thread-script.ts";

export interface ReportThreadsOptions {
  /** The most threads, each with one report at a time. */
  readonly threads: number;
  /** Milliseconds for which a report waits for a thread. */
  readonly patience: number;
  /** Milliseconds beyond a report's own bounds after which a silent thread is ended. */
  readonly grace: number;
  /** Milliseconds for which an idle thread is kept, as starting one takes a moment. */
  readonly idle: number;
  /** The heap limit of one thread, in megabytes; files are outside of it, and bounded by what is fetched. */
  readonly megabytes: number;
  /** The threads' code: a file that Node runs. */
  readonly script: string;
}

const defaultReportThreads: Omit<ReportThreadsOptions, "script"> = {
  // The other threads get at least one core; each takes some 120 MB while it works.
  threads: availableParallelism() > 2 ? 2 : 1,
  // Less than the minute for which most proxies wait.
  patience: 50_000,
  grace: 2000,
  idle: 30_000,
  megabytes: 256,
};

interface Waiting {
  readonly parties: Parties;
  readonly begin: () => void;
}

/** The parties that determine how long a job takes. */
interface Parties {
  /** The asking network. */
  readonly network: string;
  /** The owner of the host that is asked. */
  readonly owner: string;
}

interface Asking {
  /** The asking network. See `Turns`. */
  readonly network: string;
  /** Aborted when nobody wants the report any more. */
  readonly signal?: AbortSignal;
}

interface Resting {
  readonly thread: Worker;
  readonly timer: NodeJS.Timeout;
}

/** Milliseconds for which it is remembered who has stalled a thread. */
const stallMemory = 10 * 60_000;

/**
 * The order of jobs that wait for a thread. First come those whose host and network have not recently stalled a thread
 * until it was taken from them, and among these the network whose last report began longest ago. So many jobs of one
 * network delay no other, and a host that advertises content and never sends it costs others a single wait, however
 * many networks ask for it.
 */
class Turns {
  readonly #begun = new LRUCache<string, number>({ max: 1000 });
  readonly #stalls = new LRUCache<string, number>({ max: 1000, ttl: stallMemory });
  #turn = 0;

  began({ network }: Parties): void {
    this.#begun.set(network, ++this.#turn);
  }

  stalled({ network, owner }: Parties): void {
    for (const key of [`network ${network}`, `owner ${owner}`]) this.#stalls.set(key, (this.#stalls.get(key) ?? 0) + 1);
  }

  nextOf(waiting: readonly Waiting[]): Waiting | undefined {
    const stallsOf = ({ parties: { network, owner } }: Waiting) =>
      (this.#stalls.get(`network ${network}`) ?? 0) + (this.#stalls.get(`owner ${owner}`) ?? 0);
    const turnOf = ({ parties: { network } }: Waiting) => this.#begun.get(network) ?? 0;
    const [next] = waiting.toSorted((one, other) => stallsOf(one) - stallsOf(other) || turnOf(one) - turnOf(other));
    return next;
  }
}

/**
 * The registrable domain of a host, since its owner can create any number of names below it; an address, or another
 * port, counts by itself.
 */
function ownerOf(url: string): string {
  const { hostname, host } = new URL(url);
  return /^[\d.]+$|:/.test(hostname) ? host : hostname.split(".").slice(-2).join(".");
}

/**
 * Makes reports in threads, so that reading packs and thousands of files delays no other answer. A thread reaches no
 * host by itself: its requests go through `fetch` here. A thread that dies, exceeds its memory or goes silent is a
 * refusal for the one who waits for it, and for nobody else.
 */
export class ReportThreads {
  readonly #options: ReportThreadsOptions;
  readonly #resting: Resting[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #turns = new Turns();
  #busy = 0;

  constructor(options: Partial<ReportThreadsOptions> = {}) {
    this.#options = { ...defaultReportThreads, script: options.script ?? threadScript("report-thread"), ...options };
  }

  /** The result of the job, as JSON. Throws `FailureError`: those of a clone, and `report-refused`. */
  async make(
    job: ReportJob,
    fetch: typeof globalThis.fetch,
    { network, signal }: Asking = { network: "" },
  ): Promise<string> {
    const parties = { network, owner: ownerOf(job.source.url) };
    await this.#place(parties, signal);
    const thread = this.#take();
    const questions = new ThreadQuestions(thread, fetch);
    try {
      const answer = await this.#answerOf(thread, job, questions);
      if (questions.isCut) this.#turns.stalled(parties);
      this.#rest(thread);
      this.#leavePlace();
      if (answer.kind === "made") return answer.text;
      throw new FailureError(questions.isCut ? { code: "report-refused", why: "crowded" } : answer.failure);
    } finally {
      questions.end();
    }
  }

  /** Ends the idle threads; for tests. */
  async close(): Promise<void> {
    await Promise.all(this.#resting.map(({ thread }) => thread.terminate()));
  }

  async #place(parties: Parties, signal?: AbortSignal): Promise<void> {
    if (this.#busy >= this.#options.threads) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiting = { parties, begin: resolve };
      this.#waiting.push(waiting);
      const giveUp = () => {
        const at = this.#waiting.indexOf(waiting);
        if (at < 0) return;
        this.#waiting.splice(at, 1);
        reject(new FailureError(signal?.aborted ? { code: "cancelled" } : { code: "report-refused", why: "busy" }));
      };
      const timer = setTimeout(giveUp, this.#options.patience);
      signal?.addEventListener("abort", giveUp);
      if (signal?.aborted) giveUp();
      await promise.finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
      });
    } else {
      this.#busy++;
      this.#turns.began(parties);
    }
  }

  /** Gives the place to the next waiting job, if there is one. */
  #leavePlace(): void {
    const next = this.#turns.nextOf(this.#waiting);
    if (!next) {
      this.#busy--;
      return;
    }
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#turns.began(next.parties);
    next.begin();
  }

  /** Waits for the thread's answer. Where none comes, ends the thread and throws `report-refused`. */
  async #answerOf(thread: Worker, job: ReportJob, questions: ThreadQuestions) {
    const { promise, resolve, reject } = Promise.withResolvers<Extract<FromThread, { kind: "made" | "failed" }>>();
    const refuse = (why: "slow" | "memory" | "fault") => reject(new FailureError({ code: "report-refused", why }));
    const timer = setTimeout(() => refuse("slow"), job.bounds.milliseconds + this.#options.grace);
    // A thread that only waits for its host goes to a job that waits for a thread.
    const watch = setInterval(() => {
      if (this.#waiting.length > 0 && questions.behind() > 0) questions.cut();
    }, 250);
    const onError = (error: Error & { readonly code?: string }) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") return refuse("memory");
      // The operator must learn of a bug; the visitor gets a sentence.
      process.emitWarning(`The report on ${job.source.url} ended in a fault: ${error.message}`);
      refuse("fault");
    };
    const onMessage = (message: FromThread) => {
      if (message.kind === "made" || message.kind === "failed") resolve(message);
      else if (message.kind === "broken") onError(new Error(message.message));
      else questions.take(message);
    };
    const onExit = () => refuse("fault");
    thread.on("message", onMessage).on("error", onError).on("exit", onExit);
    thread.postMessage({ kind: "make", job } satisfies ToThread);
    try {
      return await promise;
    } catch (caught) {
      // The visitor is told now. V8 may take long to end a thread that is out of memory; it keeps its place until then.
      void thread.terminate().then(() => this.#leavePlace());
      throw caught;
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      thread.off("message", onMessage).off("error", onError).off("exit", onExit);
    }
  }

  #take(): Worker {
    const resting = this.#resting.pop();
    if (!resting) return this.#start();
    clearTimeout(resting.timer);
    resting.thread.ref();
    return resting.thread;
  }

  #start(): Worker {
    const { megabytes, script } = this.#options;
    const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 };
    // The server's heap flags must not apply to a thread. Its environment is withheld, as it holds keys.
    const workerData: JudgeOptions = { script: threadScript("judge-thread"), megabytes };
    const thread = new Worker(script, {
      name: "report",
      execArgv: [],
      env: threadEnvironment(),
      resourceLimits,
      workerData,
    });
    // A waiting caller is told; without one, the thread is simply gone.
    thread.on("error", () => undefined);
    thread.on("exit", () => {
      const at = this.#resting.findIndex((each) => each.thread === thread);
      if (at < 0) return;
      clearTimeout(this.#resting[at]?.timer);
      this.#resting.splice(at, 1);
    });
    return thread;
  }

  #rest(thread: Worker): void {
    // A busy host learns of an answer and of its thread's end at one time: it has ended, and nothing would tell so again.
    if (thread.threadId === -1) return;
    // An idle thread must not keep the process alive.
    thread.unref();
    const end = () => {
      // At once, as it takes a moment to end, in which it must be given to nobody.
      this.#resting.splice(this.#resting.indexOf(resting), 1);
      void thread.terminate();
    };
    const resting = { thread, timer: setTimeout(end, this.#options.idle).unref() };
    this.#resting.push(resting);
  }
}
