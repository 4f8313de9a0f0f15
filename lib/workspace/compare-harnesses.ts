import type { Candidate, Catalog } from "#lib/harness/model.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
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

/** The same sources under every harness, each placed as that harness would have them installed. */
export function compareHarnesses(core: Core): readonly HarnessColumn[] {
  const { own, bundled, trees } = core;
  const { mounts } = core.store.getState();
  return profiles.map((profile) => {
    const { points, skillFiles } = placeMounts({ profile, own, bundled, mounts, trees });
    const files = createMountTable(points);
    const { discovery, catalog } = deriveView({ profile, files, skillFiles, mountNotices: [] });
    const candidates = discovery.candidates.map((candidate) => {
      const place = files.locate(candidate.location, "keep");
      return [place ? `${place.mountId}:${place.path}` : candidate.location, candidate] as const;
    });
    return { profileId: profile.id, label: profile.label, catalog, candidates: new Map(candidates) };
  });
}
