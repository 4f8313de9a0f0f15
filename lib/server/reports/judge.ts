import { Worker } from "node:worker_threads";
import { FailureError } from "#lib/failure.ts";
import type { Judged } from "#lib/report/report.ts";
import type { ToJudge } from "./judging.ts";

/** From the thread: exactly one for each question. */
export type FromJudge =
  | { readonly kind: "judged"; readonly judged: Judged | undefined }
  /** A bug in it. */
  | { readonly kind: "broken"; readonly message: string };

export interface JudgeOptions {
  /** The code of its thread: a file that Node runs. */
  readonly script: string;
  /** Megabytes of objects in its thread. */
  readonly megabytes: number;
}

/**
 * Has harnesses judge a source in a thread of its own, so that a report takes as long as the longer of its two halves. The thread is kept
 * for the next source; one whose answer nobody waits for any more is ended.
 */
export class Judge {
  readonly #options: JudgeOptions;
  #thread: Worker | undefined;

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /**
   * See `judgeKnown`. One question at a time, whose files are handed over. Throws `cancelled` once `signal` is aborted, `report-refused`
   * where the thread takes more memory than it may, and an `Error` for a bug in it.
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

  /** Ends the thread: for tests. In a thread of the server it ends with that one. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const { script, megabytes } = this.#options;
    const resourceLimits = { maxOldGenerationSizeMb: megabytes };
    const thread = new Worker(script, { name: "judge", execArgv: [], env: {}, resourceLimits });
    // Who waits for it is told.
    thread.on("error", () => undefined);
    return thread;
  }
}
