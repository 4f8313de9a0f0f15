import type { Notice } from "#lib/skills/notice.ts";
import type { Edits } from "#lib/vfs/edits.ts";
import type { StoredFiles } from "#lib/vfs/persistence.ts";
import { createSnapshot } from "#lib/vfs/snapshot.ts";
import type { Core } from "./core.ts";
import { growTree } from "./grow-tree.ts";
import { workspaceRecord } from "./record.ts";
import { refresh } from "./refresh.ts";
import type { Mount } from "./state.ts";

/** What there is of a mount: its files, and what is known of it. */
export interface MountState {
  readonly mount: Mount;
  readonly files: StoredFiles;
  readonly notices: readonly Notice[];
}

export function mountOf({ store }: Core, mountId: string): Mount | undefined {
  return store.getState().mounts.find(({ id }) => id === mountId);
}

/** The snapshot of a mount and the person's changes over it, as they are kept; nothing where they did not survive. */
export function filesOf({ saver }: Core, mountId: string): StoredFiles {
  return saver.contents()?.mounts.get(mountId) ?? { base: createSnapshot([]), edits: new Map() };
}

/**
 * Puts other files in place of a mount's. They are grown beside those that are shown and swapped when they are whole;
 * rejects before that, when cancelled, with nothing changed.
 */
export async function swapFiles(core: Core, { mount, files, notices }: MountState, signal: AbortSignal): Promise<void> {
  const tree = await growTree(files.base, { edits: files.edits, signal });
  core.trees.set(mount.id, tree);
  core.mountNotices.set(mount.id, notices);
  core.store.setState(({ mounts }) => ({ mounts: mounts.map((one) => (one.id === mount.id ? mount : one)) }));
  const shown = refresh(core, "load");
  void core.saver.replaceMount(workspaceRecord(core), mount.id, files, shown);
  await shown;
}

/**
 * Takes a swap back. What the person did to the mount since, stays: their edits lie over those from before, and its
 * place and choice of skills are as they are now.
 */
export async function swapBack(core: Core, before: MountState, after: MountState, signal: AbortSignal): Promise<void> {
  const mount = mountOf(core, before.mount.id);
  if (!mount) return;
  const edits = editsOver(before.files.edits, after.files.edits, filesOf(core, mount.id).edits);
  const { commit: _, trustedCommit: __, chosen: now, ...rest } = mount;
  const { commit, trustedCommit, fileCount, byteCount } = before.mount;
  const chosen = now === after.mount.chosen ? before.mount.chosen : now;
  const restored: Mount = {
    ...rest,
    fileCount,
    byteCount,
    ...(commit !== undefined && { commit }),
    ...(trustedCommit !== undefined && { trustedCommit }),
    ...(chosen && { chosen }),
  };
  await swapFiles(core, { ...before, mount: restored, files: { ...before.files, edits } }, signal);
}

/** With what became of `after` until `now` over `before`; an edit that is one no more was reverted. */
function editsOver(before: Edits, after: Edits, now: Edits): Edits {
  const since = [...now].filter(([path, edit]) => after.get(path) !== edit);
  const isReverted = (path: string) => after.has(path) && !now.has(path);
  return new Map([...[...before].filter(([path]) => !isReverted(path)), ...since]);
}
