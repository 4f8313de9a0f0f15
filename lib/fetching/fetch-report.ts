import type { Way } from "#lib/report/compare/headline.ts";
import type { ReportPart } from "#lib/report/report.ts";
import type { SourceAbout } from "#lib/state/source.ts";
import { firstOf, wholeOf } from "#lib/vfs/delivery.ts";
import type { ReportProgress, Source } from "#lib/vfs/source.ts";
import { askForReport, openReporting } from "#lib/view/ask-worker.ts";
import { fetchSource } from "./fetch-source.ts";

export interface FetchReportOptions {
  readonly way: Way;
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
  /** Called with each part as soon as it is known, and again where it has grown. */
  readonly onPart: (part: ReportPart) => void;
}

/** Makes the report on the fetched files again, with skills counted as given. Rejects with a `FailureError`. */
export type CountAgain = (options: Omit<FetchReportOptions, "onProgress">) => Promise<void>;

/**
 * The report on a source that is fetched only for this: no workspace is opened, and nothing is stored. Skills and
 * harness results are reported while the other files are still arriving. Rejects with a `FailureError`.
 */
export async function fetchReport(
  source: Source,
  { way, signal, onProgress, onPart }: FetchReportOptions,
): Promise<CountAgain> {
  // Its code loads beside the first files.
  const reporting = openReporting({ signal, onPart });
  try {
    const delivery = fetchSource(source, { signal });
    const first = await firstOf(delivery, onProgress);
    if (first.kind === "part") {
      const { about, known, pending } = first;
      await reporting.begin({ ...described(about), way, snapshot: known, pending });
    }
    const { about, snapshot } = first.kind === "whole" ? first : await wholeOf(delivery, onProgress);
    await reporting.finish({ ...described(about), way, snapshot });
    return ({ way: wanted, ...options }) => askForReport({ ...described(about), way: wanted, snapshot }, options);
  } finally {
    reporting.end();
  }
}

/** The fields of a source that a worker needs. */
function described({ source, label, commit, notices }: SourceAbout) {
  return { source, label, notices, ...(commit !== undefined && { commit }) };
}
