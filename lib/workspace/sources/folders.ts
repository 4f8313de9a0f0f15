import { type Failure, FailureError, failureOrThrow } from "#lib/failure.ts";
import { asLesson } from "#lib/fetching/fetch-source.ts";
import type { StoredMountMeta } from "#lib/keeping/contents.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { indexTree } from "#lib/stage/mount-tree.ts";
import type { LiveStatus } from "#lib/state/mount.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import type { LiveMount } from "#lib/state/source.ts";
import type { LoadedWorkspace } from "#lib/storage/storage-shapes.ts";
import type { Activity } from "#lib/tree/activity.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { type LiveReading, mayRead, readLiveFolder } from "#lib/upload/live-folder.ts";
import { isServedFolder, type LiveFolder } from "#lib/upload/pick.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import { isSkillName } from "#lib/vfs/files.ts";
import { createSnapshot, type Snapshot, snapshotEntries, snapshotPaths, snapshotSize } from "#lib/vfs/snapshot.ts";
import { lessonOf } from "#lib/vfs/source.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import type { Harness } from "#lib/view/harness.ts";

/** Mounts that follow folders of the person's disk. */
export interface Folders {
  state(): SliceState<"folders">;
  of(mountId: string): LiveMount | undefined;
  /** Starts following a folder that was just mounted, or from which a stored mount was read. */
  follow(mountId: string, live: LiveMount, status: LiveStatus): void;
  /** Starts following a served folder for the stored mount of the same name: no browser can store its handle. */
  followServed(folder: LiveFolder): void;
  /** Starts following the folders from which stored mounts were read. */
  followStored(stored: LoadedWorkspace): void;
  unfollow(mountId: string): void;
  /** Stops following all folders, because another tab follows them from now on. */
  unfollowAll(): void;
  /**
   * Reads a mount's folder again and shows what changed; the person's own edits stay on top. With `ask`, which needs a
   * click, the browser asks for a permission that has lapsed; without, the mount is marked as locked instead.
   */
  readAgain(mountId: string, ask: boolean): Promise<void>;
  /** Reads every folder again that may be read without asking. */
  readAll(): void;
}

interface FolderNeeds {
  readonly slice: Slice<"folders">;
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly activity: Activity;
  readonly harness: Harness;
  readonly closed: AbortSignal;
}

interface Needs extends FolderNeeds {
  /** The followed folders, by mount id. */
  readonly live: Map<string, LiveMount>;
  /** The readings under way, by mount id. */
  readonly reading: Map<string, Promise<void>>;
  /**
   * Folders that are to be read again once they were read, as a change may have been missed: by mount id, whether a
   * click allows the browser to ask.
   */
  readonly wanted: Map<string, boolean>;
  /** Ends the subscription to changes, for folders that report them. */
  readonly following: Map<string, AbortController>;
}

export function createFolders(given: FolderNeeds): Folders {
  const needs: Needs = { ...given, live: new Map(), following: new Map(), reading: new Map(), wanted: new Map() };
  const readAll = () => {
    for (const mountId of needs.live.keys()) void readAgain(needs, mountId, false);
  };
  needs.keeping.include({
    beside: (mountId) => {
      const folder = needs.live.get(mountId)?.folder;
      // A browser stores the handles that it has given out itself.
      return folder && !isServedFolder(folder) ? { folder } : {};
    },
  });
  // Whenever the person returns to the page, until the workspace closes.
  if (typeof window !== "undefined") window.addEventListener("focus", readAll, { signal: needs.closed });
  return {
    state: needs.slice.get,
    of: (mountId) => needs.live.get(mountId),
    follow: (mountId, live, status) => followFolder(needs, mountId, live, status),
    followServed(folder) {
      const mount = needs.tree
        .state()
        .mounts.find(({ source }) => source.kind === "upload" && source.name === folder.name);
      if (mount && !needs.live.has(mount.id)) followFrom(needs, mount.id, folder, needs.tree.filesOf(mount.id).base);
    },
    followStored: (stored) => followStoredFolders(needs, stored),
    unfollow: (mountId) => unfollowFolder(needs, mountId),
    unfollowAll: () => {
      for (const mountId of [...needs.live.keys()]) unfollowFolder(needs, mountId);
    },
    readAgain: (mountId, ask) => readAgain(needs, mountId, ask),
    readAll,
  };
}

function followFolder(needs: Needs, mountId: string, live: LiveMount, status: LiveStatus): void {
  const { folder } = live;
  needs.live.set(mountId, live);
  setStatus(needs.slice, mountId, status);
  if (!isServedFolder(folder)) return;
  const following = new AbortController();
  needs.following.set(mountId, following);
  void folder.follow(() => void readAgain(needs, mountId, false), AbortSignal.any([following.signal, needs.closed]));
}

/** Follows a folder, starting from the files that a stored mount has of it. */
function followFrom(needs: Needs, mountId: string, folder: LiveFolder, snapshot: Snapshot): void {
  followFolder(
    needs,
    mountId,
    { folder, last: { snapshot, stamps: new Map(), fresh: new Set(), warnings: [] } },
    "open",
  );
}

function followStoredFolders(needs: Needs, { workspace, mounts }: LoadedWorkspace): void {
  for (const { id, meta } of workspace.mounts) {
    const { folder } = meta as StoredMountMeta;
    const snapshot = mounts.get(id)?.base;
    if (!folder || !snapshot) continue;
    followFrom(needs, id, folder, snapshot);
  }
}

function unfollowFolder(needs: Needs, mountId: string): void {
  needs.live.delete(mountId);
  needs.following.get(mountId)?.abort();
  needs.following.delete(mountId);
  const live = new Map(needs.slice.get().live);
  live.delete(mountId);
  needs.slice.set({ live });
}

/** Resolves when a reading that was begun after the call has ended. */
function readAgain(needs: Needs, mountId: string, ask: boolean): Promise<void> {
  const running = needs.reading.get(mountId);
  if (running !== undefined) {
    needs.wanted.set(mountId, ask || needs.wanted.get(mountId) === true);
    return running;
  }
  const reading = readToEnd(needs, mountId, ask).finally(() => needs.reading.delete(mountId));
  needs.reading.set(mountId, reading);
  return reading;
}

async function readToEnd(needs: Needs, mountId: string, ask: boolean): Promise<void> {
  for (let asks: boolean | undefined = ask; asks !== undefined; asks = needs.wanted.get(mountId)) {
    needs.wanted.delete(mountId);
    await readOnce(needs, mountId, asks);
  }
}

async function readOnce(needs: Needs, mountId: string, ask: boolean): Promise<void> {
  const live = needs.live.get(mountId);
  if (!live) return;
  try {
    setStatus(needs.slice, mountId, "reading");
    // The mount may be removed meanwhile.
    const isFollowed = () => needs.live.get(mountId) === live;
    const isAllowed = await mayRead(live.folder, ask);
    if (!isFollowed()) return;
    if (!isAllowed) return setStatus(needs.slice, mountId, "locked");
    const read = await readLiveFolder(live.folder, { before: live.last, signal: needs.closed });
    if (!isFollowed()) return;
    needs.live.set(mountId, { ...live, last: read });
    const source = needs.tree.mountOf(mountId)?.source;
    if (source && lessonOf(source) !== undefined) await showLesson(needs, mountId, read);
    else await showChanges(needs, mountId, live.last.snapshot, read);
  } catch (caught) {
    const failure = failureOrThrow(caught);
    if (needs.live.has(mountId)) tellUnread(needs, mountId, live.folder.name, failure);
  }
  if (needs.live.has(mountId)) setStatus(needs.slice, mountId, "open");
}

function tellUnread(needs: Needs, mountId: string, name: string, failure: Failure): void {
  const again = () => readAgain(needs, mountId, true);
  if (failure.code === "cancelled") needs.activity.keepRetry(again);
  else needs.activity.fail(name, failure, again);
}

/** Rebuilds a lesson's project from what its author has written, and updates the lesson's texts. */
async function showLesson(needs: Needs, mountId: string, read: LiveReading): Promise<void> {
  const mount = needs.tree.mountOf(mountId);
  if (!mount) return;
  const { source, label } = mount;
  const options = { signal: needs.closed, onProgress: () => undefined };
  const { snapshot, lesson } = await asLesson({ source, label, snapshot: read.snapshot, notices: [] }, options);
  const { base } = needs.tree.filesOf(mountId);
  needs.tree.change(mountId, (one) => ({ ...one, ...(lesson && { lesson }) }));
  const fresh = new Set(snapshotPaths(snapshot));
  await showChanges(needs, mountId, base, { ...read, snapshot, fresh });
  void needs.keeping.saveMeta();
}

async function showChanges(needs: Needs, mountId: string, before: Snapshot, read: LiveReading): Promise<void> {
  const { snapshot: now, fresh } = read;
  const tree = needs.tree.grown(mountId);
  const changes = before === now ? [] : changesBetween(before, now, fresh);
  if (!tree || changes.length === 0) return;
  const { touched, refused } = applyChanges(tree.volume, changes);
  if (touched.some(isSkillName)) needs.tree.grow(mountId, indexTree(tree.volume));
  // What has no place beside the person's own files is left out, and tried again when the page is loaded again.
  const base = refused.size === 0 ? now : without(now, refused);
  needs.tree.change(mountId, (mount) => ({ ...mount, ...snapshotSize(base) }));
  const shown = needs.harness.refresh("disk");
  void needs.keeping.saveMount(mountId, base, shown);
  await shown;
  const [why] = refused.values();
  if (why) throw new FailureError(why);
}

function without(snapshot: Snapshot, paths: ReadonlyMap<string, unknown>): Snapshot {
  return createSnapshot([...snapshotEntries(snapshot)].filter(({ path }) => !paths.has(`/${path}`)));
}

/** One file's bytes in two states; absent where the file does not exist. */
export interface FileChange {
  /** Absolute, inside the mount. */
  readonly path: string;
  readonly before?: Uint8Array;
  readonly now?: Uint8Array;
}

/**
 * The differences between two states of a folder. Removed files come first, since a folder may now be where a file was.
 * Only the bytes of `fresh` files are compared.
 */
export function changesBetween(before: Snapshot, now: Snapshot, fresh: ReadonlySet<string>): readonly FileChange[] {
  const old = new Map([...snapshotEntries(before)].map(({ path, bytes }) => [path, bytes]));
  const changes: FileChange[] = [];
  for (const { path, bytes } of snapshotEntries(now)) {
    const was = old.get(path);
    old.delete(path);
    if (!was) changes.push({ path: `/${path}`, now: bytes });
    else if (fresh.has(path) && !isSameBytes(was, bytes)) changes.push({ path: `/${path}`, before: was, now: bytes });
  }
  const gone = [...old].map(([path, bytes]) => ({ path: `/${path}`, before: bytes }));
  return [...gone, ...changes];
}

export interface AppliedChanges {
  /** The paths that were written or removed. */
  readonly touched: readonly string[];
  /** New files that have no place, by path: the person has a file where they need a folder, or the other way round. */
  readonly refused: ReadonlyMap<string, Failure>;
}

/** Applies changes to a volume, except to files that the person has changed. */
export function applyChanges(volume: Volume, changes: readonly FileChange[]): AppliedChanges {
  const touched: string[] = [];
  const refused = new Map<string, Failure>();
  for (const { path, before, now } of changes) {
    if (!isSameBytes(volume.read(path), before)) continue;
    try {
      if (now) volume.write(path, now);
      else volume.remove(path);
      touched.push(path);
    } catch (caught) {
      refused.set(path, failureOrThrow(caught));
    }
  }
  return { touched, refused };
}

function setStatus(slice: Slice<"folders">, mountId: string, status: LiveStatus): void {
  slice.set({ live: new Map(slice.get().live).set(mountId, status) });
}
