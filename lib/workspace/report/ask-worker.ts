import { FailureError } from "#lib/failure.ts";
import type { ReportPart } from "#lib/report/report.ts";
import type { Report } from "#lib/report/shape.ts";
import type { ReportRequest } from "./report-request.ts";
import type { ReportReply } from "./reporting.worker.ts";

/**
 * Has a worker make a report, which thousands of files would hold the page up for. Resolves when all parts have been told;
 * rejects with `cancelled` once `signal` is aborted, and with `network-cut` where the worker's code cannot be fetched.
 */
export function askForReport(
  request: ReportRequest,
  { signal, onPart }: { readonly signal: AbortSignal; readonly onPart: (part: ReportPart) => void },
): Promise<void> {
  if (signal.aborted) return Promise.reject(new FailureError({ code: "cancelled" }));
  const worker = new Worker(new URL("./reporting.worker.ts", import.meta.url), { type: "module", name: "report" });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
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
  signal.addEventListener("abort", () => reject(new FailureError({ code: "cancelled" })), listen);
  worker.postMessage(request);
  return promise.finally(() => {
    over.abort();
    worker.terminate();
  });
}

/** The whole of a report, made in the same way. */
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

/** A worker whose script cannot be loaded fails without a message; anything else is a bug in it. */
function workerError({ message }: ErrorEvent): Error {
  return message ? new Error(message) : new FailureError({ code: "network-cut", host: globalThis.location.host });
}
