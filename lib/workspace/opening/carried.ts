import { type ChangesNeeds, ownChanges } from "#lib/editing/changes/own-changes.ts";
import type { Editing } from "#lib/editing/editing.ts";
import type { FileStates } from "#lib/editing/fixing.ts";
import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { plural } from "#lib/format-count.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import type { FileChange, FileVersion } from "#lib/share/changes/file-change.ts";
import { formatFragment, type Refused, readFragment } from "#lib/share/payload/fragment.ts";
import { encodeChanges, fitChanges, type LinkedChanges, readChanges } from "#lib/share/payload/linked-changes.ts";
import { ownMountId } from "#lib/stage/placement.ts";
import type { CarriedChanges, OfferedChanges } from "#lib/state/changes.ts";
import { pinnedSource } from "#lib/state/mount.ts";
import type { SliceState } from "#lib/state/slices.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Files } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";

interface ApplyNeeds {
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly editing: Editing;
}

/** The changes in a link's fragment, or why they cannot be read. */
export async function readCarried(fragment: string): Promise<LinkedChanges | Refused | undefined> {
  const read = await readFragment(fragment);
  if (read?.kind !== "read") return read;
  return readChanges(read.bytes) ?? { kind: "refused", reason: "its contents are damaged" };
}

/**
 * The effect of a link's changes on the source that it names, with the person's own changes here; all of them, or why
 * not.
 */
export function offeredChanges(
  { files, mounts }: Pick<SliceState<"tree">, "files" | "mounts">,
  base: Snapshot,
  carried: LinkedChanges,
): OfferedChanges {
  const entries = new Map<string, FileVersion>();
  for (const { path, ...version } of snapshotEntries(base)) entries.set(path, version);
  const at = mounts[0]?.at;
  const source = fitChanges(
    carried.source,
    (path) => entries.get(path),
    at === undefined ? undefined : (path) => standingAt(files, joinPath(at, path)),
  );
  const own = fitChanges(carried.own, (path) => standingAt(files, `/${path}`));
  if (source.kind === "fits" && own.kind === "fits") return { kind: "fits", source: source.changes, own: own.changes };
  return { kind: "unfit", reasons: [source, own].flatMap((fitted) => (fitted.kind === "unfit" ? fitted.reasons : [])) };
}

function standingAt(files: Files, path: string): FileVersion | undefined {
  const bytes = files.read(path);
  if (!bytes) return undefined;
  return { bytes, mode: files.stat(path)?.executable ? snapshotMode.executable : snapshotMode.file };
}

/**
 * Makes the changes that the share sheet has shown, as edits of the person's own; `undoFix` undoes them. All are made,
 * or none: then resolves to the reason.
 */
export async function applyOffered(
  needs: ApplyNeeds,
  { source, own }: Extract<OfferedChanges, { kind: "fits" }>,
): Promise<Failure | undefined> {
  const at = needs.tree.state().mounts[0]?.at ?? "/";
  const after: FileStates = new Map([
    ...source.flatMap((change) => statesAfter(at, change)),
    ...own.flatMap((change) => statesAfter("/", change)),
  ]);
  if (after.size === 0) return undefined;
  if (needs.keeping.isFollowing()) {
    needs.keeping.refuse();
    return undefined;
  }
  try {
    const label = plural(source.length + own.length, "file");
    await needs.editing.change({ verb: "Changed by the link", label }, after, { cause: "load" });
    return undefined;
  } catch (caught) {
    return failureOrThrow(caught);
  }
}

function statesAfter(at: string, { path, from, now }: FileChange) {
  const gone = from === undefined ? [] : [[joinPath(at, from), null] as const];
  const state = now ? { bytes: now.bytes, executable: now.mode === snapshotMode.executable } : null;
  return [...gone, [joinPath(at, path), state] as const];
}

/**
 * The person's changes as the fragment of a link: those to the source that the link names, and to the workspace's own
 * files. Throws `files-pending`.
 */
export async function carriedChanges(needs: ChangesNeeds): Promise<CarriedChanges> {
  await needs.deliveries.whenComplete();
  const linked = needs.tree.state().mounts.find((mount) => pinnedSource(mount) !== undefined);
  const all = ownChanges(needs);
  const changesOf = (id: string | undefined) => all.find(({ mountId }) => mountId === id)?.changes ?? [];
  const [source, own] = [changesOf(linked?.id), changesOf(ownMountId)];
  const count = source.length + own.length;
  const others = all.reduce((sum, { changes }) => sum + changes.length, 0) - count;
  if (count === 0) return { count, others };
  const fragment = await formatFragment(encodeChanges(source, own));
  return { count, others, ...(fragment !== undefined && { fragment }) };
}
