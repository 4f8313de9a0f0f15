import { workerError } from "#lib/async/worker-error.ts";
import { FailureError } from "#lib/failure.ts";
import type { ReportPart } from "#lib/report/report.ts";
import type { Report } from "#lib/report/shape.ts";
import type { ReportMessage, ReportRequest } from "./reporting.ts";
import type { ReportReply } from "./reporting.worker.ts";

export interface ReportingOptions {
  readonly signal: AbortSignal;
  readonly onPart: (part: ReportPart) => void;
}

/** A worker that makes the report on one source. */
export interface ReportingWorker {
  /** Reports on the files that are there, while the others are arriving. At most once. */
  begin(request: ReportRequest): void;
  /**
   * Resolves when all parts have been reported; rejects with `cancelled` once the signal is aborted, and with
   * `network-cut` where the worker's code cannot be fetched.
   */
  finish(request: ReportRequest): Promise<void>;
  end(): void;
}

/** Starts the worker and loads its code: reading thousands of files would block the page. */
export function openReporting({ signal, onPart }: ReportingOptions): ReportingWorker {
  const worker = new Worker(new URL("./reporting.worker.ts", import.meta.url), { type: "module", name: "report" });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // `finish` reports the failure; it may be called later, or never.
  promise.catch(() => undefined);
  const over = new AbortController();
  const listen = { signal: over.signal };
  worker.addEventListener(
    "message",
    ({ data }: MessageEvent<ReportReply>) => {
      if (data.kind === "part") onPart(data.part);
      else if (data.kind === "done") resolve();
      else reject(new Error(data.message));
    },
    listen,
  );
  worker.addEventListener("error", (event) => reject(workerError(event)), listen);
  const cancel = () => reject(new FailureError({ code: "cancelled" }));
  signal.addEventListener("abort", cancel, listen);
  if (signal.aborted) cancel();
  const post = (message: ReportMessage) => worker.postMessage(message);
  return {
    begin: (request) => post({ kind: "known", request }),
    finish(request) {
      post({ kind: "whole", request });
      return promise;
    },
    end() {
      over.abort();
      worker.terminate();
    },
  };
}

/** Has a worker make a report of complete files. Rejects like `ReportingWorker.finish`. */
export async function askForReport(request: ReportRequest, options: ReportingOptions): Promise<void> {
  const reporting = openReporting(options);
  try {
    await reporting.finish(request);
  } finally {
    reporting.end();
  }
}

/** Makes the report in a worker and resolves to all of it. Rejects like `ReportingWorker.finish`. */
export async function askForWhole(request: ReportRequest, signal: AbortSignal): Promise<Report> {
  let whole: ReportPart = {};
  await askForReport(request, {
    signal,
    onPart(part) {
      whole = { ...whole, ...part };
    },
  });
  return whole as Report;
}
