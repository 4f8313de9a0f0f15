import { failureOf } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { growTree, type MountTree } from "#lib/stage/mount-tree.ts";
import { place } from "#lib/stage/place.ts";
import { ownMountId } from "#lib/stage/placement.ts";
import type {
  BrokenRecord,
  LoadedMount,
  LoadedWorkspace,
  StoredWorkspace,
  WorkspaceContents,
} from "#lib/storage/storage-shapes.ts";
import { createSnapshot, type Edit, type Edits, editedBytes, isExecutableEdit } from "#lib/vfs/snapshot.ts";
import { shownConversations } from "#lib/workspace/conversation/kept-conversations.ts";
import type { Core, FetchedSource } from "#lib/workspace/core.ts";
import { contentsOf, type StoredMountMeta, type StoredState } from "#lib/workspace/keeping/contents.ts";
import { resumeArrival } from "#lib/workspace/sources/arriving.ts";
import { followStoredFolders } from "#lib/workspace/sources/live-mounts.ts";
import { remount } from "#lib/workspace/sources/mounting.ts";
import { canBeFetched, type Mount } from "#lib/workspace/state/mount.ts";
import { loadStored, setBrokenAside } from "./load-stored.ts";

export interface Restored {
  /** The query of the link it was opened by last. */
  readonly search: string;
  /** Its first mount with the files that were fetched; absent when every mount was removed. */
  readonly fetched?: FetchedSource;
  /** Mounts whose newest files are damaged or gone. */
  readonly damaged: readonly DamagedMount[];
}

interface DamagedMount {
  readonly mount: Mount;
  /** Whether the files of the save before are shown. */
  readonly hasPrevious: boolean;
}

interface RestoreOptions {
  /** Whether this tab saves the workspace. */
  readonly writes: boolean;
  /** A workspace read from a file, opened in place of the stored one. */
  readonly contents?: WorkspaceContents | undefined;
}

/**
 * Brings back files, edits, harness, selection and conversation as they were saved; `undefined` when
 * nothing is stored under this address or this browser keeps nothing. In either case the workspace has its own files
 * afterwards.
 */
export async function restoreWorkspace(
  core: Core,
  { writes, contents }: RestoreOptions,
): Promise<Restored | undefined> {
  const start = performance.now();
  const stored = contents ? asLoaded(contents) : await loadStored(core);
  if (stored && writes) await setBrokenAside(core, stored);
  core.saver.begin(writes, stored && contentsOf(stored));
  // Begun before anything is shown, so that the page says it is saving until the file is on the disk.
  if (contents) void core.saver.saveAll();
  if (!stored) {
    core.own = await growOwnTree(new Map(), core.closed);
    return undefined;
  }
  const refused: BrokenRecord[] = [];
  await showStored(core, stored, (mountId, path) => {
    refused.push({ key: ["edit", stored.workspace.id, mountId, path], isUsed: false });
  });
  if (writes && refused.length > 0 && !contents) await leaveOut(core, stored, refused);
  if (writes) delete core.read;
  const { search, selection, unsent, evals, trials } = stored.workspace.state as StoredState;
  core.store.setState({
    selection,
    ...(unsent && {
      messageText: unsent.text,
      attachments: unsent.attachments ?? [],
      queued: unsent.queued.map((line) => (typeof line === "string" ? { text: line, attachments: [] } : line)),
    }),
    ...(evals && { evals }),
    ...(trials && { trials }),
  });
  core.createdAt = stored.workspace.createdAt;
  if (writes) followStoredFolders(core, stored);
  performance.measure("restore", { start });
  return describe(core.store.getState().mounts, stored, search);
}

/** Fetches lost files again. Where an older copy of them is shown, only when the person asks for it. */
export async function mendDamaged(core: Core, damaged: Restored["damaged"]): Promise<void> {
  for (const { mount, hasPrevious } of damaged) {
    if (!hasPrevious) {
      await remount(core, mount);
      continue;
    }
    core.retry = () => remount(core, mount);
    const failure = { code: "base-damaged", label: mount.label } as const;
    core.store.setState({ activity: { kind: "failed", label: mount.label, failure } });
  }
}

/** Tries again to fetch all files that are missing: lost ones, and those of a mount that stopped arriving. */
export async function fetchMissing(core: Core): Promise<void> {
  const { mounts, missing, arriving } = core.store.getState();
  const stopped = mounts.filter(({ id }) => arriving.get(id)?.kind === "stopped");
  const resumed = Promise.all(stopped.map((mount) => resumeArrival(core, mount)));
  for (const mount of mounts) if (missing.includes(mount.id) && canBeFetched(mount)) await remount(core, mount);
  await resumed;
}

/** Deletes what is set aside of this workspace. The first page offers it, too, should this fail. */
export async function removeAside(core: Core): Promise<void> {
  try {
    await (await core.storage).removeAside({ workspaceId: core.store.getState().id, isWhole: false });
    core.store.setState({ losses: [] });
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    core.retry = () => removeAside(core);
    core.store.setState({ activity: { kind: "failed", label: core.store.getState().title, failure } });
  }
}

/** Sets aside the edits that do not fit over their source's files: they are neither shown nor saved again. */
async function leaveOut(core: Core, stored: LoadedWorkspace, refused: readonly BrokenRecord[]): Promise<void> {
  const keys = new Set(refused.map(({ key: [, , mountId, path] }) => `${mountId}:${path}`));
  const mounts = [...stored.mounts].map(([id, mount]) => {
    const edits = new Map([...mount.edits].filter(([path]) => !keys.has(`${id}:${path}`)));
    return [id, { ...mount, edits }] as const;
  });
  await setBrokenAside(core, { ...stored, broken: refused });
  core.saver.begin(true, contentsOf({ ...stored, mounts: new Map(mounts) }));
}

function describe(mounts: readonly Mount[], stored: LoadedWorkspace, search: string): Restored {
  const [first] = mounts;
  const base = first && stored.mounts.get(first.id)?.base;
  return {
    search,
    ...(base && { fetched: { ...first, snapshot: base, notices: [] } }),
    damaged: mounts.flatMap((mount): DamagedMount[] => {
      const kept = stored.mounts.get(mount.id);
      const isDamaged = stored.damaged.has(mount.id) || kept?.previous !== undefined;
      return isDamaged ? [{ mount, hasPrevious: kept !== undefined }] : [];
    }),
  };
}

function asLoaded(contents: WorkspaceContents): LoadedWorkspace {
  const mounts = [...contents.mounts].map(([id, mount]) => [id, { ...mount, generation: 0 }] as const);
  return { ...contents, mounts: new Map(mounts), damaged: new Map(), broken: [] };
}

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
