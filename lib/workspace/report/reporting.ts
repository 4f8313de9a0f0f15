import { inSlices } from "#lib/async/slices.ts";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import type { ReportPart } from "#lib/report/report.ts";
import { settleVolume } from "#lib/vfs/volume.ts";
import { growTree, type MountTree } from "#lib/workspace/tree/mount-tree.ts";
import type { ReportMessage, ReportRequest } from "./report-request.ts";
import { sourceKnown, sourceReport } from "./source-report.ts";

interface Known {
  readonly tree: MountTree;
  readonly comparison: Comparison;
}

const never = new AbortController().signal;

/**
 * Makes the report on one source of files that come in one or two parts. What harnesses make of the first part holds for all
 * of it, unless one of them had looked for a file that was not there yet. Resolves once a message is worked off.
 */
export function createReporting(onPart: (part: ReportPart) => void): (message: ReportMessage) => Promise<void> {
  let first: Promise<Known> | undefined;

  async function tellKnown({ snapshot, pending, ...rest }: ReportRequest): Promise<Known> {
    const tree = await growTree(snapshot, { pending });
    return { tree, comparison: await inSlices(sourceKnown({ ...rest, tree }, onPart)) };
  }

  async function tellWhole({ snapshot, pending, ...rest }: ReportRequest): Promise<void> {
    const known = await first;
    const isOther = known && (await settleVolume(known.tree.volume, snapshot, never));
    const tree = known?.tree ?? (await growTree(snapshot, { pending }));
    const comparison = known && !isOther ? { comparison: known.comparison } : {};
    await inSlices(sourceReport({ ...rest, tree, ...comparison }, onPart));
  }

  return async ({ kind, request }) => {
    if (kind === "whole") return tellWhole(request);
    first = tellKnown(request);
    await first;
  };
}
