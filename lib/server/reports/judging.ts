import { inSlices } from "#lib/async/slices.ts";
import { isReadInDiscovery } from "#lib/harness/discovery-files.ts";
import type { Judged } from "#lib/report/report.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import { type SourceFiles, sourceJudged } from "#lib/stage/source-report.ts";
import {
  createPendingFiles,
  createSnapshot,
  type PendingFiles,
  type Snapshot,
  snapshotEntries,
  snapshotMode,
} from "#lib/vfs/snapshot.ts";

type Described = Pick<SourceFiles, "source" | "label" | "commit">;

/**
 * The part of a source that harnesses need, to be judged in another thread: a copy of the files that they read ahead,
 * and the names of all others.
 */
export interface ToJudge {
  readonly described: Described;
  readonly known: Snapshot;
  readonly pending: PendingFiles;
}

/** @param missing files of the source that are not in `snapshot`, which has all that harnesses read ahead */
export function toJudge(described: Described, snapshot: Snapshot, missing?: PendingFiles): ToJudge {
  const entries = [...snapshotEntries(snapshot)];
  if (missing) return { described, known: createSnapshot(entries), pending: missing };
  const { known = [], pending = [] } = Object.groupBy(entries, ({ path, mode }) =>
    mode === snapshotMode.link || isReadInDiscovery(path) ? "known" : "pending",
  );
  return { described, known: createSnapshot(known), pending: createPendingFiles(pending) };
}

/** What harnesses make of the source; `undefined` where one of them needs a file that is not among those read ahead. */
export async function judgeKnown({ described, known, pending }: ToJudge, signal: AbortSignal) {
  const tree = await growTree(known, { pending, signal });
  const judged: Judged = await inSlices(sourceJudged({ ...described, tree }), { signal });
  return tree.volume.pending.wasMissed() ? undefined : judged;
}
