import { failureOf } from "#lib/failure.ts";
import { indexTree } from "#lib/stage/mount-tree.ts";
import type { LoadedWorkspace } from "#lib/storage/storage-shapes.ts";
import { type LiveReading, mayRead, readLiveFolder } from "#lib/upload/live-folder.ts";
import { basename } from "#lib/vfs/paths.ts";
import { type Snapshot, snapshotEntries, snapshotPaths, snapshotSize } from "#lib/vfs/snapshot.ts";
import { lessonOf } from "#lib/vfs/source.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import { type Core, type LiveMount, workspaceRecord } from "#lib/workspace/core.ts";
import { refresh } from "#lib/workspace/harness/refresh.ts";
import type { StoredMountMeta } from "#lib/workspace/keeping/contents.ts";
import type { LiveStatus } from "#lib/workspace/state/mount.ts";
import { asLesson } from "./fetch-source.ts";
import { filesOf, mountOf } from "./swap-files.ts";

/** Starts following a folder that was just mounted, or that a stored mount was read from. */
export function followFolder(core: Core, mountId: string, live: LiveMount, status: LiveStatus): void {
  core.live.set(mountId, live);
  setStatus(core, mountId, status);
}

/** Starts following the folders that stored mounts were read from. */
export function followStoredFolders(core: Core, { workspace, mounts }: LoadedWorkspace): void {
  for (const { id, meta } of workspace.mounts) {
    const { folder } = meta as StoredMountMeta;
    const snapshot = mounts.get(id)?.base;
    if (!folder || !snapshot) continue;
    followFolder(core, id, { folder, last: { snapshot, stamps: new Map(), fresh: new Set(), warnings: [] } }, "open");
  }
}

/** Stops following all folders, because another tab does from now on. */
export function unfollowFolders(core: Core): void {
  for (const mountId of [...core.live.keys()]) unfollowFolder(core, mountId);
}

/** Reads every folder again that may be read without asking. */
export function readFolders(core: Core): void {
  for (const mountId of core.live.keys()) void readAgain(core, mountId, false);
}

export function unfollowFolder(core: Core, mountId: string): void {
  core.live.delete(mountId);
  const live = new Map(core.store.getState().live);
  live.delete(mountId);
  core.store.setState({ live });
}

/** Reads every folder again that may be read, whenever the person comes back to the page, until the workspace closes. */
export function watchFolders(core: Core): void {
  if (typeof window === "undefined") return;
  window.addEventListener("focus", () => readFolders(core), { signal: core.closed });
}

/**
 * Reads a mount's folder again and shows what changed, the person's own edits staying above it. With `ask`, which needs
 * a click, the browser asks for a permission that has lapsed; without, the mount is marked as locked instead.
 */
export async function readAgain(core: Core, mountId: string, ask: boolean): Promise<void> {
  const live = core.live.get(mountId);
  if (!live || core.store.getState().live.get(mountId) === "reading") return;
  try {
    setStatus(core, mountId, "reading");
    if (!(await mayRead(live.folder, ask))) return setStatus(core, mountId, "locked");
    const read = await readLiveFolder(live.folder, { before: live.last, signal: core.closed });
    // The mount was removed meanwhile.
    if (!core.live.has(mountId)) return;
    core.live.set(mountId, { ...live, last: read });
    const source = mountOf(core, mountId)?.source;
    if (source && lessonOf(source) !== undefined) await showLesson(core, mountId, read);
    else await showChanges(core, mountId, live.last.snapshot, read);
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    core.retry = () => readAgain(core, mountId, true);
    if (failure.code !== "cancelled")
      core.store.setState({ activity: { kind: "failed", label: live.folder.name, failure } });
  }
  if (core.live.has(mountId)) setStatus(core, mountId, "open");
}

/** A lesson's project is made anew of what its author has written; what the lesson says follows with it. */
async function showLesson(core: Core, mountId: string, read: LiveReading): Promise<void> {
  const mount = mountOf(core, mountId);
  if (!mount) return;
  const { source, label } = mount;
  const options = { signal: core.closed, onProgress: () => undefined };
  const { snapshot, lesson } = await asLesson({ source, label, snapshot: read.snapshot, notices: [] }, options);
  const { base } = filesOf(core, mountId);
  core.store.setState(({ mounts }) => ({
    mounts: mounts.map((one) => (one.id === mountId ? { ...one, ...(lesson && { lesson }) } : one)),
  }));
  const fresh = new Set(snapshotPaths(snapshot));
  await showChanges(core, mountId, base, { ...read, snapshot, fresh });
  void core.saver.saveMeta(workspaceRecord(core));
}

async function showChanges(core: Core, mountId: string, before: Snapshot, read: LiveReading): Promise<void> {
  const { snapshot: now, fresh } = read;
  const tree = core.trees.get(mountId);
  const changes = before === now ? [] : changesBetween(before, now, fresh);
  if (!tree || changes.length === 0) return;
  const paths = applyChanges(tree.volume, changes);
  if (paths.some((path) => basename(path).toLowerCase() === "skill.md"))
    core.trees.set(mountId, indexTree(tree.volume));
  core.store.setState(({ mounts }) => ({
    mounts: mounts.map((mount) => (mount.id === mountId ? { ...mount, ...snapshotSize(now) } : mount)),
  }));
  const shown = refresh(core, "disk");
  void core.saver.saveMount(workspaceRecord(core), mountId, now, shown);
  await shown;
}

/** One file's bytes in two states; absent where it is not there. */
export interface FileChange {
  /** Absolute, inside the mount. */
  readonly path: string;
  readonly before?: Uint8Array;
  readonly now?: Uint8Array;
}

/**
 * What differs between two states of a folder. Removed files come first, since a folder may stand where a file was. Only
 * the bytes of `fresh` files are compared.
 */
export function changesBetween(before: Snapshot, now: Snapshot, fresh: ReadonlySet<string>): readonly FileChange[] {
  const old = new Map([...snapshotEntries(before)].map(({ path, bytes }) => [path, bytes]));
  const changes: FileChange[] = [];
  for (const { path, bytes } of snapshotEntries(now)) {
    const was = old.get(path);
    old.delete(path);
    if (!was) changes.push({ path: `/${path}`, now: bytes });
    else if (fresh.has(path) && !isEqual(was, bytes)) changes.push({ path: `/${path}`, before: was, now: bytes });
  }
  const gone = [...old].map(([path, bytes]) => ({ path: `/${path}`, before: bytes }));
  return [...gone, ...changes];
}

/** Puts changes into a volume, except for files that the person has changed. The paths that were written or removed. */
export function applyChanges(volume: Volume, changes: readonly FileChange[]): readonly string[] {
  const untouched = changes.filter(({ path, before }) => isEqual(volume.read(path), before));
  for (const { path, now } of untouched) {
    if (now) volume.write(path, now);
    else volume.remove(path);
  }
  return untouched.map(({ path }) => path);
}

function isEqual(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (!a || !b || a.length !== b.length) return a === b;
  // A loop is much faster than `every`, and after a reload the whole folder is compared once.
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function setStatus({ store }: Core, mountId: string, status: LiveStatus): void {
  store.setState(({ live }) => ({ live: new Map(live).set(mountId, status) }));
}
