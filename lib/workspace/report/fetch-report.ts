import { failureOf } from "#lib/failure.ts";
import type { ReportPart } from "#lib/report/report.ts";
import type { ReportProgress, Source } from "#lib/vfs/source.ts";
import { fetchSource } from "#lib/workspace/mounts/fetch-source.ts";
import { askForReport } from "./ask-worker.ts";

export interface FetchReportOptions {
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
  /** Told of each part as soon as it is known; what is told again has become more. */
  readonly onPart: (part: ReportPart) => void;
}

/**
 * The report on a source, fetched for it alone: no workspace is opened, and nothing is kept. What skills there are and what
 * harnesses make of them is told while the other files are on their way. Rejects with a `FailureError`.
 */
export async function fetchReport(source: Source, { signal, onProgress, onPart }: FetchReportOptions): Promise<void> {
  const isWhole = new AbortController();
  const whole = await fetchSource(
    { kind: "source", source },
    {
      signal,
      onProgress,
      onArriving({ known, pending, want: _, ...rest }) {
        const early = AbortSignal.any([signal, isWhole.signal]);
        const told = askForReport(
          { ...rest, snapshot: known, pending },
          { signal: early, onPart: onEarlyPart(onPart) },
        );
        told.catch((caught) => {
          if (failureOf(caught)?.code !== "cancelled") throw caught;
        });
      },
    },
  );
  isWhole.abort();
  const { source: fetched, label, commit, snapshot, notices } = whole;
  const request = { source: fetched, label, notices, snapshot, ...(commit !== undefined && { commit }) };
  await askForReport(request, { signal, onPart });
}

/** While files are missing, nothing can be said of whom to trust, nor of what skills need. */
function onEarlyPart(onPart: (part: ReportPart) => void) {
  return (part: ReportPart) => {
    if (!part.trust) onPart(part);
  };
}
