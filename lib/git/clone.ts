import { FailureError } from "#lib/failure.ts";
import type { ReportProgress } from "#lib/vfs/progress.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import type { CloneReply, CloneRequest, CloneResult } from "./clone-protocol.ts";

export interface CloneOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: ReportProgress;
}

/** Tells the relay which requests belong to one page, where a whole classroom shares one address. */
const session = crypto.randomUUID();

/**
 * Downloads and verifies the files of the commit that `source` names, in a worker of its own. Rejects with
 * a `FailureError`, `cancelled` as soon as `signal` aborts; nothing of the clone is left then.
 */
export function cloneRepository(source: GitSource, options: CloneOptions = {}): Promise<CloneResult> {
  const { signal, onProgress } = options;
  return new Promise<CloneResult>((resolve, reject) => {
    if (signal?.aborted) return reject(new FailureError({ code: "cancelled" }));
    const worker = new Worker(new URL("./clone.worker.ts", import.meta.url), { type: "module" });
    const post = (request: CloneRequest) => worker.postMessage(request);
    const finish = (settle: () => void) => {
      signal?.removeEventListener("abort", cancel);
      worker.terminate();
      settle();
    };
    const fail = (error: Error) => finish(() => reject(error));
    const cancel = () => {
      // So that the request ends now; terminating alone leaves that to the browser.
      post({ kind: "cancel" });
      fail(new FailureError({ code: "cancelled" }));
    };
    signal?.addEventListener("abort", cancel);
    worker.addEventListener("error", (event) => fail(new Error(event.message || "The clone worker did not start")));
    worker.addEventListener("message", ({ data }: MessageEvent<CloneReply>) => {
      if (data.kind === "progress") onProgress?.(data.progress);
      else if (data.kind === "done") finish(() => resolve(data.result));
      else if (data.kind === "failed") fail(new FailureError(data.failure));
      else fail(new Error(data.message));
    });
    post({ kind: "clone", source, session });
  });
}
