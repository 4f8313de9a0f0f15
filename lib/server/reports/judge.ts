import { Worker } from "node:worker_threads";
import { FailureError } from "#lib/failure.ts";
import type { Judged } from "#lib/report/report.ts";
import type { ToJudge } from "./judging.ts";
import { threadEnvironment } from "./thread-script.ts";

/** Messages from the thread: exactly one for each question. */
export type FromJudge =
  | { readonly kind: "judged"; readonly judged: Judged | undefined }
  /** A bug in the thread. */
  | { readonly kind: "broken"; readonly message: string };

export interface JudgeOptions {
  /** The thread's code: a file that Node runs. */
  readonly script: string;
  /** The heap limit of the thread, in megabytes. */
  readonly megabytes: number;
}

/**
 * Judges a source with all harnesses in a thread of its own, so that a report takes only as long as the longer of its
 * two halves. The thread is reused for the next source; it is ended when nobody waits for its answer any more.
 */
export class Judge {
  readonly #options: JudgeOptions;
  #thread: Worker | undefined;

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /**
   * See `judgeKnown`. One question at a time, whose files are transferred. Throws `cancelled` once `signal` is aborted,
   * `report-refused` where the thread exceeds its memory, and an `Error` for a bug in it.
   */
  async ask(question: ToJudge, signal: AbortSignal): Promise<Judged | undefined> {
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const { promise, resolve, reject } = Promise.withResolvers<Judged | undefined>();
    const onMessage = (answer: FromJudge) => {
      if (answer.kind === "judged") resolve(answer.judged);
      else reject(new Error(answer.message));
    };
    const onError = (error: Error & { readonly code?: string }) => {
      const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isFull ? new FailureError({ code: "report-refused", why: "memory" }) : error);
    };
    const onExit = () => reject(new Error("The thread that judges has ended."));
    const onAbort = () => reject(new FailureError({ code: "cancelled" }));
    thread.on("message", onMessage).on("error", onError).on("exit", onExit);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    thread.postMessage(question, [question.known.bytes.buffer as ArrayBuffer]);
    try {
      return await promise;
    } catch (caught) {
      this.#thread = undefined;
      void thread.terminate();
      throw caught;
    } finally {
      thread.off("message", onMessage).off("error", onError).off("exit", onExit);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Ends the thread; for tests. Within a server thread it ends with that thread. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const { script, megabytes } = this.#options;
    const resourceLimits = { maxOldGenerationSizeMb: megabytes };
    const thread = new Worker(script, { name: "judge", execArgv: [], env: threadEnvironment(), resourceLimits });
    // A waiting caller is told; without one, the next gets another thread.
    thread.on("error", () => undefined);
    thread.on("exit", () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }
}
