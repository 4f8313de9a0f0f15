import { inSlices } from "#lib/async/slices.ts";
import { failureOf } from "#lib/failure.ts";
import type { ReportPart } from "#lib/report/report.ts";
import { type ReportRequest, reportSteps } from "./report-request.ts";

/** Worker to page: parts as they are known, at the end `done` or `broken`. */
export type ReportReply =
  | { readonly kind: "part"; readonly part: ReportPart }
  | { readonly kind: "done" }
  /** A bug in the worker, to be thrown on the page. */
  | { readonly kind: "broken"; readonly message: string };

const worker = self as unknown as DedicatedWorkerGlobalScope;

const post = (reply: ReportReply) => worker.postMessage(reply);

worker.addEventListener("message", ({ data }: MessageEvent<ReportRequest>) => void answer(data));

async function answer(request: ReportRequest): Promise<void> {
  try {
    await inSlices(await reportSteps(request, (part) => post({ kind: "part", part })));
    post({ kind: "done" });
  } catch (caught) {
    post({ kind: "broken", message: failureOf(caught)?.code ?? String(caught) });
  }
}
