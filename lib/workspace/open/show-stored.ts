import { profileById } from "#lib/harness/profiles.ts";
import type { LoadedMount, LoadedWorkspace, StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import { createSnapshot, type Edit, type Edits, editedBytes, isExecutableEdit } from "#lib/vfs/snapshot.ts";
import { shownConversations } from "#lib/workspace/chat/kept-conversations.ts";
import type { Core } from "#lib/workspace/core.ts";
import type { StoredMountMeta, StoredState } from "#lib/workspace/saving/contents.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";
import { growTree, type MountTree } from "#lib/workspace/tree/mount-tree.ts";
import { place } from "#lib/workspace/tree/place.ts";
import { ownMountId } from "#lib/workspace/tree/placement.ts";

/**
 * Puts what was read from the storage in place of what the workspace holds: files, harness and conversation, but not
 * what the person looks at. Builds only the trees that differ from the last reading. Resolves to whether `refresh` has
 * anything to show.
 * @param onRefused called for each edit that does not fit over its source's files; it is left out
 */
export async function showStored(
  core: Core,
  stored: LoadedWorkspace,
  onRefused: (mountId: string, path: string) => void = () => undefined,
): Promise<boolean> {
  const { closed: signal, read } = core;
  const isAsRead = (id: string) => read !== undefined && isSame(stored.mounts.get(id), read.mounts.get(id));
  const own = stored.mounts.get(ownMountId)?.edits ?? new Map();
  if (!isAsRead(ownMountId)) core.own = await growOwnTree(own, signal, (path) => onRefused(ownMountId, path));
  const mounts = stored.workspace.mounts.map(({ id, meta }) => mountOf(stored.mounts.get(id)?.previous?.meta ?? meta));
  const trees = new Map<string, MountTree>();
  const isSameTree =
    isAsRead(ownMountId) && mounts.every(({ id }) => isAsRead(id)) && isSameRecord(stored.workspace, read?.workspace);
  for (const { id } of mounts) {
    const known = isAsRead(id) ? core.trees.get(id) : undefined;
    const kept = stored.mounts.get(id);
    const options = { signal, onRefused: (path: string) => onRefused(id, path) };
    const tree = known ?? (kept && (await growTree(kept.base, { edits: kept.edits, ...options })));
    if (tree) trees.set(id, tree);
  }
  core.trees.clear();
  for (const [id, tree] of trees) core.trees.set(id, tree);
  core.read = stored;
  const { profileId, noSkills = false, drafts = new Map(), lessonProgress } = stored.workspace.state as StoredState;
  const conversations = shownConversations(stored);
  core.savedBranches = stored.conversations.get(conversations.conversationId)?.isEarlier ? [] : conversations.branches;
  core.store.setState({
    title: stored.workspace.title,
    mounts,
    profileId: profileById(profileId).id,
    noSkills,
    drafts,
    ...(lessonProgress && { lessonProgress }),
    ...conversations,
  });
  return !isSameTree;
}

/** The workspace's own files: the two folders that every harness expects, and what was written since. */
export async function growOwnTree(
  edits: Edits,
  signal: AbortSignal,
  onRefused: (path: string) => void = () => undefined,
): Promise<MountTree> {
  // A file at the path of one of the two folders would leave the workspace without that folder.
  const [fit, misplaced] = [new Map(edits), [...edits.keys()].filter((path) => isAbove(path, [place.cwd, place.home]))];
  for (const path of misplaced) {
    fit.delete(path);
    onRefused(path);
  }
  const tree = await growTree(createSnapshot([]), { edits: fit, signal, onRefused });
  tree.volume.makeFolder(place.cwd);
  tree.volume.makeFolder(place.home);
  return tree;
}

function isAbove(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => folder === path || folder.startsWith(`${path}/`));
}

/** A stored mount without the handle of its folder, which only the tab that writes uses. */
function mountOf(meta: unknown): Mount {
  const { folder: _, ...mount } = meta as StoredMountMeta;
  return mount;
}

/** Whether two records place the same mounts under the same harness. */
function isSameRecord(one: StoredWorkspace, other: StoredWorkspace | undefined): boolean {
  const placed = ({ mounts, state }: StoredWorkspace) => {
    const { profileId, noSkills = false } = state as StoredState;
    return JSON.stringify([mounts, profileId, noSkills]);
  };
  return other !== undefined && placed(one) === placed(other);
}

function isSame(one: LoadedMount | undefined, other: LoadedMount | undefined): boolean {
  if (!one || !other) return one === other;
  if (one.edits.size !== other.edits.size || one.generation !== other.generation) return false;
  // The workspace's own files (generation 0) lie over an empty snapshot that is made anew at each reading.
  if (one.base !== other.base && one.generation !== 0) return false;
  return [...one.edits].every(([path, edit]) => isSameEdit(edit, other.edits.get(path)));
}

function isSameEdit(one: Edit, other: Edit | undefined): boolean {
  if (!one || !other) return one === other;
  return isExecutableEdit(one) === isExecutableEdit(other) && isSameBytes(editedBytes(one), editedBytes(other));
}

function isSameBytes(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
