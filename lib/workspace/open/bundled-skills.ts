import { failureOf } from "#lib/failure.ts";
import { bundledRoot } from "#lib/harness/discovery/roots.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { fetchSample } from "#lib/upload/sample.ts";
import type { Core } from "#lib/workspace/core.ts";
import { bundledMountId } from "#lib/workspace/tree/mount-points.ts";
import { growTree } from "#lib/workspace/tree/mount-tree.ts";
import { place } from "#lib/workspace/tree/place.ts";

/**
 * Puts the product-provided skills into the home folder, as Keen Code does at every start ("ensure the
 * binary's version is always available"). Without them the lab is whole, so a failed fetch only leaves
 * a notice.
 */
export async function addBundledSkills(core: Core): Promise<void> {
  try {
    const { snapshot } = await fetchSample("bundled", { signal: core.closed });
    core.bundled = await growTree(snapshot, { signal: core.closed });
  } catch (caught) {
    if (!failureOf(caught)) throw caught;
    const path =
      profiles.map((profile) => bundledRoot(profile, place)).find((root) => root !== undefined) ?? place.home;
    core.mountNotices.set(bundledMountId, [{ code: "bundled-missing", severity: "info", path }]);
  }
}
