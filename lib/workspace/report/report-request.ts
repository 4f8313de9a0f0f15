import type { ScanSteps } from "#lib/harness/discovery/read-skills.ts";
import type { ReportPart } from "#lib/report/report.ts";
import type { Report } from "#lib/report/shape.ts";
import type { PendingFiles, Snapshot } from "#lib/vfs/snapshot.ts";
import { growTree } from "#lib/workspace/tree/mount-tree.ts";
import { type SourceFiles, sourceReport } from "./source-report.ts";

/** A source whose files go to a worker: plain data. */
export interface ReportRequest extends Omit<SourceFiles, "tree"> {
  readonly snapshot: Snapshot;
  /** Files that are known and have not come. */
  readonly pending?: PendingFiles;
}

/** The report on files as data, once they are a tree. */
export async function reportSteps(
  { snapshot, pending, ...rest }: ReportRequest,
  onPart: (part: ReportPart) => void,
): Promise<ScanSteps<Report>> {
  const tree = await growTree(snapshot, { pending });
  return sourceReport({ ...rest, tree }, onPart);
}
