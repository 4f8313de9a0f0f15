import type { Core } from "./core.ts";
import { unfollowFolder } from "./live-mounts.ts";
import { placementAs } from "./placement.ts";
import { workspaceRecord } from "./record.ts";
import { refresh } from "./refresh.ts";
import type { Mount } from "./state.ts";

/** Takes a mount out, with its edits. The files of the others stay as they are. */
export async function unmount(core: Core, mountId: string): Promise<void> {
  core.trees.delete(mountId);
  core.mountNotices.delete(mountId);
  unfollowFolder(core, mountId);
  const mounts = core.store.getState().mounts.filter((mount) => mount.id !== mountId);
  core.store.setState({ mounts });
  await refresh(core, "load");
  await core.saver.removeMount(workspaceRecord(core), mountId);
}

/** Installs these of a mount's skills and no others; `undefined` for all, those that come later included. */
export async function chooseSkills(core: Core, mountId: string, chosen: readonly string[] | undefined): Promise<void> {
  const { mounts, activity } = core.store.getState();
  core.store.setState({
    mounts: mounts.map((mount) => {
      if (mount.id !== mountId) return mount;
      const { chosen: _, ...all } = mount;
      return chosen ? { ...all, chosen } : all;
    }),
    ...(activity.kind === "installed" && { activity: { kind: "idle" } }),
  });
  await refresh(core, "load");
  await core.saver.saveMeta(workspaceRecord(core));
}

/** Places a mount otherwise: as the project, or its skills installed under a root of the profile. */
export async function placeMount(core: Core, mountId: string, as: Mount["as"], scope: Mount["scope"]): Promise<void> {
  const { mounts } = core.store.getState();
  core.store.setState({ mounts: mounts.map((mount) => replace(mount, mounts)) });
  await refresh(core, "load");
  await core.saver.saveMeta(workspaceRecord(core));

  function replace(mount: Mount, all: readonly Mount[]): Mount {
    const others = all.filter((other) => other.id !== mount.id);
    if (mount.id === mountId) return { ...mount, ...placementAs(as, scope, mount.label, others) };
    // One working folder, one project: the one that was there steps aside and is installed.
    if (as === "project" && mount.as === "project") {
      return { ...mount, ...placementAs("install", "project", mount.label, others) };
    }
    return mount;
  }
}
