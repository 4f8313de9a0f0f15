import { Worker } from "node:worker_threads";
import { FailureError } from "#lib/failure.ts";
import type { Judged } from "#lib/report/report.ts";
import type { PendingFiles, Snapshot } from "#lib/vfs/snapshot.ts";
import type { SourceFiles } from "#lib/workspace/report/source-report.ts";

/** A source of which the files have come that tell which skills there are. */
export interface KnownSource extends Pick<SourceFiles, "source" | "label" | "commit"> {
  readonly snapshot: Snapshot;
  readonly pending: PendingFiles;
}

/** Thread to who asked: `undefined` where it takes a file that has not come. */
export type FromJudge = Judged | undefined;

export interface JudgeOptions {
  /** Its code: a file that Node runs. */
  readonly script: string;
  /** Megabytes of objects in it. */
  readonly megabytes: number;
}

/**
 * Has a thread of its own find out what harnesses make of a source while the rest of its files comes and is looked at, which takes
 * about as long. One source at a time.
 */
export class Judge {
  readonly #options: JudgeOptions;
  /** At rest. */
  #thread: Worker | undefined;
  #busy: Worker | undefined;

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Has the thread start, so that its code is there when it is asked. */
  prepare(): void {
    this.#thread ??= this.#start();
  }

  /**
   * What harnesses make of the source, which is handed over; `undefined` where they ask for a file that has not come. Throws the failure
   * `report-refused` where it takes too much memory.
   */
  async ask(known: KnownSource): Promise<Judged | undefined> {
    const thread = this.#thread ?? this.#start();
    this.#thread = undefined;
    this.#busy = thread;
    const { promise, resolve, reject } = Promise.withResolvers<FromJudge>();
    const onExit = () => reject(new Error("The thread that judges has ended."));
    const onError = (error: Error & { readonly code?: string }) =>
      reject(
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? new FailureError({ code: "report-refused", why: "memory" }, { cause: error })
          : error,
      );
    thread.on("message", resolve).on("error", onError).on("exit", onExit);
    const { bytes, modes, offsets } = known.snapshot;
    thread.postMessage(known, [bytes.buffer, modes.buffer, offsets.buffer] as ArrayBuffer[]);
    try {
      const judged = await promise;
      this.#thread = thread;
      return judged;
    } finally {
      if (this.#busy === thread) this.#busy = undefined;
      thread.off("message", resolve).off("error", onError).off("exit", onExit);
    }
  }

  /** Ends what nobody waits for any more, as its report has failed: else threads would gather. */
  dismiss(): void {
    void this.#busy?.terminate();
  }

  #start(): Worker {
    const { script, megabytes } = this.#options;
    const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 };
    const thread = new Worker(script, { name: "judge", execArgv: [], env: {}, resourceLimits });
    // Who waits for it is told; without anybody waiting another one is started.
    thread.on("error", () => undefined);
    thread.on("exit", () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }
}
