import type { Candidate, Catalog } from "#lib/harness/model.ts";
import type { Profile } from "#lib/harness/profile.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { inSlices } from "#lib/vfs/slices.ts";
import type { Core } from "./core.ts";
import { deriveView } from "./harness-view.ts";
import { placeMounts } from "./mount-points.ts";

/** What one harness makes of the workspace's sources. */
export interface HarnessColumn {
  readonly profileId: string;
  readonly label: string;
  readonly catalog: Catalog;
  /** By the file itself (`<mount>:<path in it>`): harnesses meet an installed one at different paths. */
  readonly candidates: ReadonlyMap<string, Candidate>;
}

/** The same sources under every harness, each placed as that harness would have them installed. Runs in slices. */
export function compareHarnesses(core: Core): Promise<readonly HarnessColumn[]> {
  return inSlices(columnsOf(core), { signal: core.closed });
}

function* columnsOf(core: Core): Generator<void, readonly HarnessColumn[]> {
  const columns: HarnessColumn[] = [];
  for (const profile of profiles) columns.push(yield* columnOf(core, profile));
  return columns;
}

function* columnOf(core: Core, profile: Profile): Generator<void, HarnessColumn> {
  const { own, bundled, trees } = core;
  const { mounts } = core.store.getState();
  const { points, skillFiles } = placeMounts({ profile, own, bundled, mounts, trees });
  const files = createMountTable(points);
  const { discovery, catalog } = yield* deriveView({ profile, files, skillFiles, mountNotices: [] });
  const candidates = discovery.candidates.map((candidate) => {
    const place = files.locate(candidate.location, "keep");
    return [place ? `${place.mountId}:${place.path}` : candidate.location, candidate] as const;
  });
  return { profileId: profile.id, label: profile.label, catalog, candidates: new Map(candidates) };
}
