import { inSlices } from "#lib/async/slices.ts";
import type { Judged, OnPart } from "#lib/report/report.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { type SourceFiles, sourceKnown, sourceReport } from "#lib/stage/source-report.ts";
import type { PendingFiles, Snapshot } from "#lib/vfs/snapshot.ts";
import { settleVolume } from "#lib/vfs/volume.ts";

/** A source's files as sent to a worker: plain data. */
export interface ReportRequest extends Omit<SourceFiles, "tree" | "judged"> {
  readonly snapshot: Snapshot;
  /** Known files whose contents have not arrived. */
  readonly pending?: PendingFiles;
}

/** Messages from page to worker, about one source. */
export type ReportMessage =
  /** Some of the files, to report what is possible from them. At most once, before the others. */
  | { readonly kind: "known"; readonly request: ReportRequest }
  | { readonly kind: "whole"; readonly request: ReportRequest };

interface Known {
  readonly tree: MountTree;
  readonly judged: Judged;
}

const never = new AbortController().signal;

/**
 * Makes the report on one source whose files arrive in one or two parts. Harness results on the first part hold for
 * all, unless a harness looked for a file that was not there yet. Resolves once a message is processed.
 */
export function createReporting(onPart: OnPart): (message: ReportMessage) => Promise<void> {
  let first: Promise<Known> | undefined;

  async function tellKnown({ snapshot, pending, ...rest }: ReportRequest): Promise<Known> {
    const tree = await growTree(snapshot, { pending });
    return { tree, judged: await inSlices(sourceKnown({ ...rest, tree }, onPart)) };
  }

  async function tellWhole({ snapshot, pending, ...rest }: ReportRequest): Promise<void> {
    const known = await first;
    const isOther = known && (await settleVolume(known.tree.volume, snapshot, never));
    const tree = known?.tree ?? (await growTree(snapshot, { pending }));
    const judged = known && !isOther ? { judged: known.judged } : {};
    await inSlices(sourceReport({ ...rest, tree, ...judged }, onPart));
  }

  return async ({ kind, request }) => {
    if (kind === "whole") return tellWhole(request);
    first = tellKnown(request);
    await first;
  };
}
