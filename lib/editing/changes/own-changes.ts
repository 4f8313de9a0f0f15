import type { Keeping } from "#lib/keeping/keeping.ts";
import { memoObject } from "#lib/memo.ts";
import { changesOf, type FileChange, isLink } from "#lib/share/changes/file-change.ts";
import { isPinned } from "#lib/share/link.ts";
import { ownMountId } from "#lib/stage/placement.ts";
import type { MountChanges } from "#lib/state/changes.ts";
import type { Mount } from "#lib/state/mount.ts";
import { keyInMount } from "#lib/state/mount.ts";
import type { SliceState } from "#lib/state/slices.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { basename, joinPath } from "#lib/vfs/paths.ts";
import { type Edits, type Snapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { Editing } from "../editing.ts";
import type { FileStates } from "../fixing.ts";

export interface ChangesNeeds {
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly deliveries: Arriving;
}

/** The sources whose contents are still arriving. */
interface Arriving {
  state(): SliceState<"deliveries">;
  /** Resolves once everything has arrived. Throws `files-pending` where some will not. */
  whenComplete(): Promise<void>;
}

interface ChangedFiles {
  readonly base: Snapshot;
  readonly edits: Edits;
}

/** The changes of one source, compared once for each state of its files: they are counted whenever a file has changed. */
const changesIn = memoObject(({ base, edits }: ChangedFiles) => (edits.size > 0 ? changesOf(base, edits) : []));

/**
 * Everything that the person, a fix or the model has changed, by source in order, the workspace's own files last. Skips
 * sources whose files are still arriving.
 */
export function ownChanges(needs: ChangesNeeds): readonly MountChanges[] {
  const kept = needs.keeping.contents()?.mounts;
  // While a source's files are arriving, their original contents are unknown.
  const { mounts: all } = needs.tree.state();
  const { deliveries } = needs.deliveries.state();
  const mounts = all.filter(({ id }) => !deliveries.has(id));
  const places = [...mounts.map(placeOf), { mountId: ownMountId, label: "Workspace", at: "/" }];
  return places.flatMap((each) => {
    const files = kept?.get(each.mountId);
    const changes = files ? changesIn(files) : [];
    return changes.length > 0 ? [{ ...each, changes }] : [];
  });
}

function placeOf({ id, label, at, source, commit, unpinnedRef }: Mount): Omit<MountChanges, "changes"> {
  const branch = source.kind === "git" && !isPinned(source) ? source.ref : unpinnedRef;
  return {
    mountId: id,
    label,
    at,
    source,
    ...(commit !== undefined && { commit }),
    ...(branch !== undefined && { branch }),
  };
}

/** The changed files by `keyInMount`, for marking and counting: a moved one where it is now. */
export function changedKeys(mounts: Iterable<readonly [id: string, ChangedFiles]>): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [mountId, files] of mounts) {
    for (const { path } of changesIn(files)) keys.add(keyInMount(mountId, `/${path}`));
  }
  return keys;
}

/** Restores a file from its source: a new one is deleted, a deleted or moved one is back. `undoFix` undoes that. */
export async function revertChange(
  editing: Pick<Editing, "change">,
  at: string,
  { path, from, before }: FileChange,
): Promise<void> {
  const after: FileStates = new Map([
    [joinPath(at, path), null],
    ...(before ? [[joinPath(at, from ?? path), stateOf(before)] as const] : []),
  ]);
  await editing.change({ verb: "Reverted", label: basename(path) }, after);
}

function stateOf(before: NonNullable<FileChange["before"]>) {
  if (isLink(before)) return "source-link" as const;
  return { bytes: before.bytes, executable: before.mode === snapshotMode.executable };
}

/** Sets a file to its text without one part of its changes. `undoFix` undoes that. */
export async function revertPart(editing: Pick<Editing, "change">, path: string, text: string): Promise<void> {
  const after = new Map([[path, { bytes: new TextEncoder().encode(text) }]]);
  await editing.change({ verb: "Reverted", label: `a part of ${basename(path)}` }, after);
}
