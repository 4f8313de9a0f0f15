import { modelOf } from "#lib/chat/model-choice.ts";
import type { Models } from "#lib/models/models.ts";
import type { ReportPart } from "#lib/report/report.ts";
import { wayOf } from "#lib/stage/ways.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { createSnapshot, type Snapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import { askForReport } from "#lib/view/ask-worker.ts";
import type { Deliveries } from "#lib/workspace/sources/deliveries.ts";

interface ReportNeeds {
  readonly models: Models;
  readonly tree: Tree;
  readonly deliveries: Deliveries;
}

export interface ReportMountOptions {
  readonly signal: AbortSignal;
  readonly onPart: (part: ReportPart) => void;
}

/**
 * The report on one mount by itself in its present state, including the person's changes. Waits for files that are
 * still arriving. Rejects with a `FailureError`: `files-pending` where some do not arrive.
 */
export async function reportMount(needs: ReportNeeds, mountId: string, options: ReportMountOptions): Promise<void> {
  await needs.deliveries.whenComplete(mountId);
  const mount = needs.tree.mountOf(mountId);
  const tree = needs.tree.grown(mountId);
  if (!mount || !tree) return;
  const { source, label, commit, chosen } = mount;
  await askForReport(
    {
      source,
      label,
      ...(commit !== undefined && { commit }),
      way: wayOf([mount]),
      ...(chosen && { chosen }),
      notices: needs.tree.noticesOf(mountId),
      snapshot: snapshotOf(tree.volume),
      ...modelOf(needs.models.state().models),
    },
    options,
  );
}

/** Everything in a volume at present. */
function snapshotOf(volume: Volume): Snapshot {
  return createSnapshot(entriesOf(volume));
}

function* entriesOf(volume: Volume): Generator<SnapshotEntry> {
  const encoder = new TextEncoder();
  for (const path of volume.paths()) {
    const stat = volume.lstat(path);
    if (stat?.kind === "link")
      yield { path: path.slice(1), mode: snapshotMode.link, bytes: encoder.encode(stat.target) };
    const bytes = stat?.kind === "file" ? volume.read(path) : undefined;
    if (bytes) yield { path: path.slice(1), mode: snapshotMode[stat?.executable ? "executable" : "file"], bytes };
  }
}
