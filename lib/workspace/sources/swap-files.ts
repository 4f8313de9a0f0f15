import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { applyEdits, growTree } from "#lib/stage/grow-tree.ts";
import { indexTree } from "#lib/stage/mount-tree.ts";
import type { Mount } from "#lib/state/mount.ts";
import type { StoredFiles } from "#lib/storage/storage-shapes.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Edits, Snapshot } from "#lib/vfs/snapshot.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import type { Harness } from "#lib/view/harness.ts";

export interface SwapNeeds {
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly harness: Harness;
}

/** A mount and its files. */
export interface MountState {
  readonly mount: Mount;
  readonly files: StoredFiles;
  readonly notices: readonly Notice[];
}

export interface Swap {
  readonly mountId: string;
  readonly base: Snapshot;
  /** Computes the mount after the swap from its present state. Called again if the mount has changed meanwhile. */
  readonly after: (now: MountState) => Promise<MountState>;
  readonly signal: AbortSignal;
}

/** The mount before and after a swap. */
export interface Swapped {
  readonly before: MountState;
  readonly after: MountState;
}

/**
 * Replaces a mount's files. The new ones are built beside those on show and swapped in when complete, with every edit
 * made until then. Rejects when cancelled before the swap; nothing has changed then. `undefined` where the mount was
 * removed meanwhile.
 */
export async function swapFiles(needs: SwapNeeds, swap: Swap): Promise<Swapped | undefined> {
  const { mountId, base, signal } = swap;
  const { volume } = await growTree(base, { signal });
  for (;;) {
    const before = stateOf(needs, mountId);
    if (!before) return undefined;
    const after = await swap.after(before);
    const now = stateOf(needs, mountId);
    if (now?.mount !== before.mount || now.files.edits !== before.files.edits) continue;
    await putInPlace(needs, after, volume);
    return { before, after };
  }
}

/** Runs synchronously until the saver has the new files, so that no write can come in between. */
async function putInPlace(needs: SwapNeeds, { mount, files, notices }: MountState, volume: Volume): Promise<void> {
  applyEdits(volume, files.edits);
  needs.tree.grow(mount.id, indexTree(volume));
  needs.tree.note(mount.id, notices);
  needs.tree.change(mount.id, () => mount);
  const shown = needs.harness.refresh("load");
  void needs.keeping.replaceMount(mount.id, files, shown);
  await shown;
}

function stateOf(needs: SwapNeeds, mountId: string): MountState | undefined {
  const mount = needs.tree.mountOf(mountId);
  return mount && { mount, files: needs.tree.filesOf(mountId), notices: needs.tree.noticesOf(mountId) };
}

/**
 * Undoes a swap. What the person has changed since stays: their new edits are applied over the earlier ones, and the
 * mount's place and choice of skills are kept.
 */
export async function swapBack(needs: SwapNeeds, { before, after }: Swapped, signal: AbortSignal): Promise<void> {
  const { base } = before.files;
  await swapFiles(needs, {
    mountId: before.mount.id,
    base,
    signal,
    after: async ({ mount, files }) => ({
      mount: restoredMount(mount, before.mount, after.mount),
      files: { base, edits: editsOver(before.files.edits, after.files.edits, files.edits) },
      notices: before.notices,
    }),
  });
}

/** The mount with the commit and sizes of `before`, and the place and choices of `now`. */
function restoredMount(now: Mount, before: Mount, after: Mount): Mount {
  const { id, source, label, as, scope, at, unpinnedRef } = now;
  const { commit, trustedCommit, sinceTrusted, imported, lesson, fileCount, byteCount } = before;
  const chosen = now.chosen === after.chosen ? before.chosen : now.chosen;
  return {
    ...{ id, source, label, as, scope, at, fileCount, byteCount },
    ...(unpinnedRef !== undefined && { unpinnedRef }),
    ...(commit !== undefined && { commit }),
    ...(trustedCommit !== undefined && { trustedCommit }),
    ...(sinceTrusted !== undefined && { sinceTrusted }),
    ...(imported && { imported }),
    ...(lesson && { lesson }),
    ...(chosen && { chosen }),
  };
}

/** The edits of `before`, plus those added and minus those reverted between `after` and `now`. */
function editsOver(before: Edits, after: Edits, now: Edits): Edits {
  const since = [...now].filter(([path, edit]) => after.get(path) !== edit);
  const isReverted = (path: string) => after.has(path) && !now.has(path);
  return new Map([...[...before].filter(([path]) => !isReverted(path)), ...since]);
}
