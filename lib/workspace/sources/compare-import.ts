import { inSlices } from "#lib/async/slices.ts";
import { fetchWhole } from "#lib/fetching/fetch-source.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { type Imported, type Mount, pinnedSource } from "#lib/state/mount.ts";
import type { MountActivity } from "#lib/state/state.ts";
import type { ImportComparison } from "#lib/state/update.ts";
import type { Activity } from "#lib/tree/activity.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import { compareUpdate } from "./compare-update.ts";

interface CompareNeeds {
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly activity: Activity;
}

/**
 * Fetches the commit that an imported mount claims to be, and compares every file and mode with it. Only where none
 * differs is the mount marked as verified. The person's own changes are not compared; no file changes.
 */
export async function compareWithHost(needs: CompareNeeds, mountId: string): Promise<void> {
  const mount = needs.tree.mountOf(mountId);
  const source = mount && pinnedSource(mount);
  if (!mount?.imported || !source) return;
  await needs.activity.underway(sourceLabel(source), async (options): Promise<MountActivity> => {
    const { snapshot } = await fetchWhole(source, options);
    const { base } = needs.tree.filesOf(mountId);
    const { changes } = await inSlices(compareUpdate(snapshot, base, new Map()), options);
    // Removed, or its files replaced, meanwhile.
    if (needs.tree.mountOf(mountId)?.commit !== mount.commit || needs.tree.filesOf(mountId).base !== base)
      return { kind: "idle" };
    const compared = { mountId, label: mount.label, changes, ...claimOf(mount) };
    keep(needs, mountId, changes.length === 0 ? { verified: compared.state } : { differing: changes.length });
    return { kind: "compared", compared };
  });
}

function claimOf({ source, commit, label }: Mount): Pick<ImportComparison, "host" | "state"> {
  if (source.kind === "git") return { host: source.url.replace(/^https?:\/\//, ""), state: commit ?? "" };
  return { host: "the samples that ship with the lab", state: source.kind === "sample" ? source.sample : label };
}

function keep(needs: CompareNeeds, mountId: string, imported: Imported): void {
  needs.tree.change(mountId, (mount) => ({ ...mount, imported }));
  void needs.keeping.saveMeta();
}
