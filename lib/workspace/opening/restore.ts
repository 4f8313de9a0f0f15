import { failureOrThrow } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { contentsOf, type StoredMountMeta, type StoredState, type Unsent } from "#lib/keeping/contents.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { shownConversations } from "#lib/keeping/kept-conversations.ts";
import { loadStored, setBrokenAside } from "#lib/keeping/load-stored.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { ownMountId } from "#lib/stage/placement.ts";
import type { Mount } from "#lib/state/mount.ts";
import type { Together } from "#lib/state/slices.ts";
import type { SourceAbout } from "#lib/state/source.ts";
import type {
  BrokenRecord,
  LoadedMount,
  LoadedWorkspace,
  StoredWorkspace,
  WorkspaceContents,
} from "#lib/storage/storage-shapes.ts";
import type { Activity } from "#lib/tree/activity.ts";
import type { Composer } from "#lib/tree/composer.ts";
import { growOwnTree } from "#lib/tree/own-tree.ts";
import type { Selected } from "#lib/tree/selected.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Typed } from "#lib/tree/typed.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import type { DeliveredWhole } from "#lib/vfs/delivery.ts";
import { type Edit, editedBytes, isExecutableEdit } from "#lib/vfs/snapshot.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Chat } from "#lib/workspace/conversation/chat.ts";
import type { Experiments } from "#lib/workspace/experiments/experiments.ts";
import type { Lessons } from "#lib/workspace/lesson/lessons.ts";
import type { Sources } from "#lib/workspace/sources/sources.ts";

export interface RestoreNeeds {
  readonly keeping: Keeping;
  readonly selected: Selected;
  readonly typed: Typed;
  readonly tree: Tree;
  readonly harness: Harness;
  readonly activity: Activity;
  readonly sources: Sources;
  readonly composer: Composer;
  readonly experiments: Experiments;
  readonly chat: Chat;
  readonly lessons: Lessons;
  readonly together: Together;
  readonly closed: AbortSignal;
  /** What was last read from the storage: a read-only tab rebuilds only the trees that have changed. */
  readonly last: {
    read?: LoadedWorkspace;
    /** The message box as it was read, or as it was saved when another tab took over. */
    box?: MessageBox;
  };
}

type MessageBox = Pick<ReturnType<Composer["state"]>, "messageText" | "attachments" | "queued">;

export interface Restored {
  /** The query of the link by which it was last opened. */
  readonly search: string;
  /** Its first mount with the files as fetched; absent when every mount was removed. */
  readonly first?: DeliveredWhole<SourceAbout>;
  /** Mounts whose newest files are damaged or missing. */
  readonly damaged: readonly DamagedMount[];
}

interface DamagedMount {
  readonly mount: Mount;
  /** Whether the files from the save before are shown instead. */
  readonly hasPrevious: boolean;
}

interface RestoreOptions {
  /** Whether this tab saves the workspace. */
  readonly writes: boolean;
  /** A workspace read from a file, opened in place of the stored one. */
  readonly contents?: WorkspaceContents | undefined;
}

/**
 * Restores files, edits, harness, selection and conversation as saved; `undefined` when nothing is stored under this
 * address or this browser stores nothing. In either case the workspace has its own files afterwards.
 */
export async function restoreWorkspace(
  needs: RestoreNeeds,
  { writes, contents }: RestoreOptions,
): Promise<Restored | undefined> {
  const start = performance.now();
  const stored = contents ? asLoaded(contents) : await loadStored(needs.keeping, needs.last.read?.mounts);
  if (stored && writes) await setBrokenAside(needs.keeping, stored);
  needs.keeping.begin(writes, stored && contentsOf(stored));
  // Begun before anything is shown, so that the page says that it is saving until the file is on the disk.
  if (contents) void needs.keeping.saveAll();
  if (!stored) {
    needs.tree.putOwn(await growOwnTree(new Map(), needs.closed));
    return undefined;
  }
  const refused: BrokenRecord[] = [];
  await showStored(needs, stored, (mountId, path) => {
    refused.push({ key: ["edit", stored.workspace.id, mountId, path], isUsed: false });
  });
  if (writes && refused.length > 0 && !contents) await leaveOut(needs, stored, refused);
  if (writes) delete needs.last.read;
  const { search, selection, unsent, evals, trials } = stored.workspace.state as StoredState;
  needs.together(() => {
    needs.selected.restore(selection);
    if (unsent) needs.composer.show(boxOf(unsent));
    needs.experiments.restore({ ...(evals && { evals }), ...(trials && { trials }) });
  });
  needs.last.box = needs.composer.state();
  if (writes) needs.sources.folders.followStored(stored);
  performance.measure("restore", { start });
  return describe(needs.tree.state().mounts, stored, search);
}

function boxOf({ text, attachments = [], queued }: Unsent): MessageBox {
  return {
    messageText: text,
    attachments,
    queued: queued.map((line) => (typeof line === "string" ? { text: line, attachments: [] } : line)),
  };
}

/**
 * Goes on with what the tab that saved before has measured and typed, which the next save would otherwise overwrite.
 * What was measured and typed here follows it.
 */
export function takeUp(
  { composer, experiments, last }: Pick<RestoreNeeds, "composer" | "experiments" | "last">,
  { workspace }: LoadedWorkspace,
): void {
  const { unsent = { text: "", queued: [] }, evals, trials } = workspace.state as StoredState;
  experiments.join({ ...(evals && { evals }), ...(trials && { trials }) });
  const [saved, here] = [boxOf(unsent), composer.state()];
  const isOwn = (field: keyof MessageBox) => here[field] !== last.box?.[field];
  const text = isOwn("messageText") && saved.messageText !== "" ? composer.filledWith(saved.messageText) : undefined;
  composer.put({
    messageText: text?.messageText ?? (isOwn("messageText") ? here : saved).messageText,
    attachments: isOwn("attachments") ? [...saved.attachments, ...here.attachments] : saved.attachments,
    queued: isOwn("queued") ? [...saved.queued, ...here.queued] : saved.queued,
  });
}

/** Fetches lost files again. Where an older copy of them is shown, only when the person asks for it. */
export async function mendDamaged(
  needs: Pick<RestoreNeeds, "sources" | "activity">,
  damaged: Restored["damaged"],
): Promise<void> {
  for (const { mount, hasPrevious } of damaged) {
    if (!hasPrevious) {
      await needs.sources.remount(mount);
      continue;
    }
    const failure = { code: "base-damaged", label: mount.label } as const;
    needs.activity.fail(mount.label, failure, () => needs.sources.remount(mount));
  }
}

type AsideNeeds = Pick<RestoreNeeds, "keeping" | "activity" | "tree">;

/** Deletes the records of this workspace that were set aside. Should this fail, the first page offers it, too. */
export async function removeAside(needs: AsideNeeds): Promise<void> {
  const { keeping, activity, tree } = needs;
  try {
    await (await keeping.storage).removeAside({ workspaceId: keeping.workspaceId, isWhole: false });
    keeping.dismissLosses();
  } catch (caught) {
    activity.fail(tree.state().title, failureOrThrow(caught), () => removeAside(needs));
  }
}

/** Sets aside the edits that do not fit the source's files: they are neither shown nor saved again. */
async function leaveOut(
  { keeping }: Pick<RestoreNeeds, "keeping">,
  stored: LoadedWorkspace,
  refused: readonly BrokenRecord[],
): Promise<void> {
  const keys = new Set(refused.map(({ key: [, , mountId, path] }) => `${mountId}:${path}`));
  const mounts = [...stored.mounts].map(([id, mount]) => {
    const edits = new Map([...mount.edits].filter(([path]) => !keys.has(`${id}:${path}`)));
    return [id, { ...mount, edits }] as const;
  });
  await setBrokenAside(keeping, { ...stored, broken: refused });
  keeping.begin(true, contentsOf({ ...stored, mounts: new Map(mounts) }));
}

function describe(mounts: readonly Mount[], stored: LoadedWorkspace, search: string): Restored {
  const [first] = mounts;
  const base = first && stored.mounts.get(first.id)?.base;
  return {
    search,
    ...(base && { first: { kind: "whole", about: { ...first, notices: [] }, snapshot: base } }),
    damaged: damagedIn(mounts, stored),
  };
}

export function damagedIn(mounts: readonly Mount[], stored: LoadedWorkspace): Restored["damaged"] {
  return mounts.flatMap((mount): DamagedMount[] => {
    const kept = stored.mounts.get(mount.id);
    const isDamaged = stored.damaged.has(mount.id) || kept?.previous !== undefined;
    return isDamaged ? [{ mount, hasPrevious: kept !== undefined }] : [];
  });
}

/** What a file holds, as if stored: a source that it has without its files is one whose files are lost. */
function asLoaded(contents: WorkspaceContents): LoadedWorkspace {
  const sources = new Set(contents.workspace.mounts.map(({ id }) => id));
  const isLost = (id: string, { base }: Pick<LoadedMount, "base">) => sources.has(id) && base.modes.length === 0;
  const mounts = new Map<string, LoadedMount>();
  const damaged = new Map<string, LoadedMount["edits"]>();
  for (const [id, mount] of contents.mounts) {
    if (isLost(id, mount)) damaged.set(id, mount.edits);
    else mounts.set(id, { ...mount, generation: 0 });
  }
  return { ...contents, mounts, damaged, broken: [] };
}

/**
 * Replaces the workspace's files, harness and conversation by what was read from the storage, but not what the person
 * is looking at. Builds only the trees that differ from the last reading. Resolves to whether `refresh` has anything to
 * show.
 * @param onRefused called for each edit that does not fit the source's files; it is left out
 */
export async function showStored(
  needs: RestoreNeeds,
  stored: LoadedWorkspace,
  onRefused: (mountId: string, path: string) => void = () => undefined,
): Promise<boolean> {
  const { closed: signal } = needs;
  const { read } = needs.last;
  const isAsRead = (id: string) => read !== undefined && isSame(stored.mounts.get(id), read.mounts.get(id));
  const own = stored.mounts.get(ownMountId)?.edits ?? new Map();
  if (!isAsRead(ownMountId)) needs.tree.putOwn(await growOwnTree(own, signal, (path) => onRefused(ownMountId, path)));
  const mounts = stored.workspace.mounts.map(({ id, meta }) => mountOf(stored.mounts.get(id)?.previous?.meta ?? meta));
  const trees = new Map<string, MountTree>();
  const isSameTree =
    isAsRead(ownMountId) && mounts.every(({ id }) => isAsRead(id)) && isSameRecord(stored.workspace, read?.workspace);
  for (const { id } of mounts) {
    const known = isAsRead(id) ? needs.tree.grown(id) : undefined;
    const kept = stored.mounts.get(id);
    const options = { signal, onRefused: (path: string) => onRefused(id, path) };
    const tree = known ?? (kept && (await growTree(kept.base, { edits: kept.edits, ...options })));
    if (tree) trees.set(id, tree);
  }
  needs.last.read = stored;
  const {
    profileId,
    noSkills = false,
    openedFor,
    heldHarnesses = [],
    drafts = new Map(),
    lessonProgress,
  } = stored.workspace.state as StoredState;
  const conversations = shownConversations(stored);
  const isEarlier = stored.conversations.get(conversations.conversationId)?.isEarlier;
  needs.together(() => {
    needs.tree.restore({ title: stored.workspace.title, mounts, trees });
    needs.harness.put({ profileId: profileById(profileId).id, noSkills, openedFor, heldHarnesses });
    needs.typed.restore(drafts);
    if (lessonProgress) needs.lessons.restore(lessonProgress);
    needs.chat.restore(conversations, isEarlier ? [] : conversations.branches);
  });
  return !isSameTree;
}

/** A stored mount without the handle of its folder, which only the writing tab uses. */
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
  // The workspace's own files (generation 0) are edits over an empty snapshot that is created anew at each reading.
  if (one.base !== other.base && one.generation !== 0) return false;
  return [...one.edits].every(([path, edit]) => isSameEdit(edit, other.edits.get(path)));
}

function isSameEdit(one: Edit, other: Edit | undefined): boolean {
  if (!one || !other) return one === other;
  return isExecutableEdit(one) === isExecutableEdit(other) && isSameBytes(editedBytes(one), editedBytes(other));
}
