import { failureOf } from "#lib/failure.ts";
import type { ReportPart } from "#lib/report/report.ts";
import type { ReportMessage } from "./reporting.ts";
import { createReporting } from "./reporting.ts";

/** Messages from worker to page: parts as they are known, finally `done` or `broken`. */
export type ReportReply =
  | { readonly kind: "part"; readonly part: ReportPart }
  | { readonly kind: "done" }
  /** A bug in the worker, to be thrown on the page. */
  | { readonly kind: "broken"; readonly message: string };

const worker = self as unknown as DedicatedWorkerGlobalScope;

const post = (reply: ReportReply) => worker.postMessage(reply);

const report = createReporting((part) => post({ kind: "part", part }));

worker.addEventListener("message", ({ data }: MessageEvent<ReportMessage>) => void answer(data));

async function answer(message: ReportMessage): Promise<void> {
  try {
    await report(message);
    if (message.kind === "whole") post({ kind: "done" });
  } catch (caught) {
    post({ kind: "broken", message: failureOf(caught)?.code ?? String(caught) });
  }
}
