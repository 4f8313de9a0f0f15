import type { SourceFiles } from "#lib/stage/source-report.ts";
import type { PendingFiles, Snapshot } from "#lib/vfs/snapshot.ts";

/** A source whose files go to a worker: plain data. */
export interface ReportRequest extends Omit<SourceFiles, "tree" | "judged"> {
  readonly snapshot: Snapshot;
  /** Files that are known and have not come. */
  readonly pending?: PendingFiles;
}

/** Page to worker. One source each. */
export type ReportMessage =
  /** Some of its files, of which what can be told is wanted. At most once, before the others. */
  | { readonly kind: "known"; readonly request: ReportRequest }
  /** All of them. */
  | { readonly kind: "whole"; readonly request: ReportRequest };
