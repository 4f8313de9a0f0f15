import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { placementAs } from "#lib/stage/placement.ts";
import type { StoredFiles } from "#lib/storage/storage-shapes.ts";
import { type Core, type LiveMount, workspaceRecord } from "#lib/workspace/core.ts";
import { refresh } from "#lib/workspace/harness/refresh.ts";
import { type Mount, pinned, unpinned } from "#lib/workspace/state/mount.ts";
import { dropArrival, isFetchable, stopArrival } from "./arriving.ts";
import { followFolder, unfollowFolder } from "./live-mounts.ts";
import { dropActivity, dropOffers } from "./mounting.ts";

/** Removes a mount with its edits; until the next activity it can be put back. The others stay as they are. */
export async function unmount(core: Core, mountId: string): Promise<void> {
  const taken = takenOut(core, mountId);
  dropArrival(core, mountId);
  core.trees.delete(mountId);
  core.mountNotices.delete(mountId);
  unfollowFolder(core, mountId);
  const mounts = core.store.getState().mounts.filter((mount) => mount.id !== mountId);
  dropOffers(core);
  if (taken) core.undo = () => putBack(core, taken);
  const { label } = taken?.mount ?? {};
  core.store.setState({
    mounts,
    ...(label !== undefined && { activity: { kind: "undoable", change: "unmounted", label } }),
  });
  const saved = core.saver.removeMount(workspaceRecord(core), mountId);
  await refresh(core, "load");
  await saved;
}

/** Everything about a mount, and its place among the others. */
interface TakenOut {
  readonly mount: Mount;
  readonly index: number;
  readonly tree: MountTree;
  readonly files: StoredFiles;
  readonly notices: readonly Notice[];
  readonly live: LiveMount | undefined;
  /** Whether some of its contents had not come yet. */
  readonly isPart: boolean;
}

/** What is needed to put a mount back; `undefined` where its files were lost before. */
function takenOut(core: Core, mountId: string): TakenOut | undefined {
  const { mounts, arriving } = core.store.getState();
  const index = mounts.findIndex(({ id }) => id === mountId);
  const [mount, tree] = [mounts[index], core.trees.get(mountId)];
  const files = core.saver.contents()?.mounts.get(mountId);
  if (!mount || !tree || !files) return undefined;
  const notices = core.mountNotices.get(mountId) ?? [];
  return { mount, index, tree, files, notices, live: core.live.get(mountId), isPart: arriving.has(mountId) };
}

async function putBack(core: Core, taken: TakenOut): Promise<void> {
  const { mount, index, tree, files, notices, live, isPart } = taken;
  core.trees.set(mount.id, tree);
  core.mountNotices.set(mount.id, notices);
  if (live) followFolder(core, mount.id, live, "open");
  const { mounts } = core.store.getState();
  // Another mount may have its place by now: a project the working folder, a source of the same name its own.
  const placed = mounts.some(({ at }) => at === mount.at)
    ? { ...mount, ...placementAs("install", mount.scope, mount.label, mounts) }
    : mount;
  core.store.setState({ mounts: mounts.toSpliced(index, 0, placed) });
  const shown = refresh(core, "load");
  const piece = isFetchable(core, mount.id) ? files.base : undefined;
  const saved = isPart
    ? core.saver.arrive(workspaceRecord(core), mount.id, { ...files, piece, shown })
    : core.saver.replaceMount(workspaceRecord(core), mount.id, files, shown);
  if (isPart) stopArrival(core, mount.id, { code: "cancelled" });
  await shown;
  await saved;
}

/** Undoes the last change of a mount as a whole. */
export async function undoMount(core: Core): Promise<void> {
  const { undo } = core;
  dropActivity(core);
  await undo?.();
}

/** Moves a mount by so many places among the others: of two that bring the same name, the earlier one has it. */
export async function moveMount(core: Core, mountId: string, by: number): Promise<void> {
  const { mounts } = core.store.getState();
  const index = mounts.findIndex(({ id }) => id === mountId);
  const mount = mounts[index];
  if (!mount) return;
  const to = Math.min(Math.max(index + by, 0), mounts.length - 1);
  core.store.setState({ mounts: mounts.toSpliced(index, 1).toSpliced(to, 0, mount) });
  const saved = core.saver.saveMeta(workspaceRecord(core));
  await refresh(core, "load");
  await saved;
}

/** Pins a repository to the commit that is mounted, or lets it follow its branch or tag again. */
export async function pinMount(core: Core, mountId: string, isToBePinned: boolean): Promise<void> {
  const change = isToBePinned ? pinned : unpinned;
  // Taking an update back after this would leave the mount pinned at a commit that is not mounted.
  if (core.store.getState().activity.kind === "undoable") dropActivity(core);
  core.store.setState(({ mounts }) => ({
    mounts: mounts.map((mount) => (mount.id === mountId ? change(mount) : mount)),
  }));
  await core.saver.saveMeta(workspaceRecord(core));
}

/** Changes how a mount is placed: as the project, or with its skills installed under a root of the profile. */
export async function placeMount(core: Core, mountId: string, as: Mount["as"], scope: Mount["scope"]): Promise<void> {
  const { mounts } = core.store.getState();
  core.store.setState({ mounts: mounts.map((mount) => replace(mount, mounts)) });
  const saved = core.saver.saveMeta(workspaceRecord(core));
  await refresh(core, "load");
  await saved;

  function replace(mount: Mount, all: readonly Mount[]): Mount {
    const others = all.filter((other) => other.id !== mount.id);
    if (mount.id === mountId) return { ...mount, ...placementAs(as, scope, mount.label, others) };
    // There is one project at a time: the one before is installed instead.
    if (as === "project" && mount.as === "project") {
      return { ...mount, ...placementAs("install", "project", mount.label, others) };
    }
    return mount;
  }
}
