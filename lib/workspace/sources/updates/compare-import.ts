import { inSlices } from "#lib/async/slices.ts";
import { type Core, workspaceRecord } from "#lib/workspace/core.ts";
import { fetchSource } from "#lib/workspace/sources/fetch-source.ts";
import { underway } from "#lib/workspace/sources/mounting.ts";
import { filesOf, mountOf } from "#lib/workspace/sources/swap-files.ts";
import { type Imported, type Mount, pinnedSource } from "#lib/workspace/state/mount.ts";
import type { ImportComparison } from "#lib/workspace/state/update.ts";
import type { MountActivity } from "#lib/workspace/state.ts";
import { compareUpdate } from "./compare-update.ts";

/**
 * Fetches the state of its source that an imported mount is said to be, and compares every file and mode with it. Only
 * where none differs is the mount verified. The person's own changes lie over both and do not count; no file changes.
 */
export async function compareWithHost(core: Core, mountId: string): Promise<void> {
  const mount = mountOf(core, mountId);
  const source = mount && pinnedSource(mount);
  if (!mount?.imported || !source) return;
  const incoming = { kind: "source", source } as const;
  await underway(core, incoming, async (options): Promise<MountActivity> => {
    const { snapshot } = await fetchSource(incoming, options);
    const { base } = filesOf(core, mountId);
    const { changes } = await inSlices(compareUpdate(snapshot, base, new Map()), options);
    // Taken out, or its files changed as a whole, meanwhile.
    if (mountOf(core, mountId)?.commit !== mount.commit || filesOf(core, mountId).base !== base)
      return { kind: "idle" };
    const compared = { mountId, label: mount.label, changes, ...claimOf(mount) };
    keep(core, mountId, changes.length === 0 ? { verified: compared.state } : { differing: changes.length });
    return { kind: "compared", compared };
  });
}

function claimOf({ source, commit, label }: Mount): Pick<ImportComparison, "host" | "state"> {
  if (source.kind === "git") return { host: source.url.replace(/^https?:\/\//, ""), state: commit ?? "" };
  return { host: "the samples that ship with the lab", state: source.kind === "sample" ? source.sample : label };
}

function keep(core: Core, mountId: string, imported: Imported): void {
  const changed = (mount: Mount) => (mount.id === mountId ? { ...mount, imported } : mount);
  core.store.setState(({ mounts }) => ({ mounts: mounts.map(changed) }));
  void core.saver.saveMeta(workspaceRecord(core));
}
