import { isEditOf, isSameContent, treeOf, type UpdateTree } from "#lib/state/file-content.ts";
import type { UpdateChange, UpdateComparison, UpdateConflict } from "#lib/state/update.ts";
import { basename, compareBytes } from "#lib/vfs/paths.ts";
import { type Edit, type Edits, editedBytes, type Snapshot } from "#lib/vfs/snapshot.ts";

/**
 * Compares three states of a source: as mounted, as it is now, and with the person's changes over the first. An edit
 * that changes nothing is ignored. Lists are in byte order of path. Yields often: a source may have 100 MB.
 */
export function* compareUpdate(before: Snapshot, now: Snapshot, edits: Edits): Generator<void, UpdateComparison> {
  const [old, fresh] = [yield* treeOf(before), yield* treeOf(now)];
  const changes = yield* changesBetween(old, fresh);
  const movedTo = new Map(changes.flatMap(({ from, path }) => (from === undefined ? [] : [[from, path] as const])));
  const conflicts: UpdateConflict[] = [];
  const kept: string[] = [];
  const settled: string[] = [];
  for (const [path, edit] of [...edits].sort(([a], [b]) => compareBytes(a, b))) {
    const mine = editedBytes(edit);
    const [was, theirs] = [old.get(path), fresh.get(path)];
    yield;
    if (yield* isEditOf(mine, was)) continue;
    // The person has deleted that file too, so it blocks nothing.
    const inTheWay = mine ? obstacles(path, fresh).filter((other) => edits.get(other) !== null) : [];
    const isFree = inTheWay.length === 0;
    if (isFree && (yield* isEditOf(mine, theirs))) settled.push(path);
    else if (isFree && (yield* isSameContent(was, theirs))) kept.push(path);
    else conflicts.push({ path, mine, inTheWay, ...stated({ before: was, theirs, movedTo: movedTo.get(path) }) });
  }
  return { changes, conflicts, kept, settled };
}

/** The fields without those that are `undefined`. */
function stated<Fields extends object>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}

/**
 * The edits over the new state: every change of the person's except settled ones, and except conflicts in which they
 * take the source's version (`theirs`). Files in the way of a kept change are removed. Yields often.
 */
export function* updatedEdits(
  now: Snapshot,
  edits: Edits,
  { kept, conflicts }: UpdateComparison,
  theirs: ReadonlySet<string>,
): Generator<void, Edits> {
  const fresh = yield* treeOf(now);
  const mine = [...kept, ...conflicts.map(({ path }) => path).filter((path) => !theirs.has(path))];
  const updated = new Map<string, Edit>();
  for (const path of mine) {
    yield;
    const edit = edits.get(path) ?? null;
    if (edit) for (const obstacle of obstacles(path, fresh)) updated.set(obstacle, null);
    // Deleting a file that the source no longer has changes nothing.
    if (edit || fresh.has(path)) updated.set(path, edit);
  }
  return updated;
}

function* changesBetween(old: UpdateTree, fresh: UpdateTree): Generator<void, readonly UpdateChange[]> {
  const gone = new Map([...old].filter(([path]) => !fresh.has(path)));
  const come = new Map([...fresh].filter(([path]) => !old.has(path)));
  const origins = yield* foundRenames(gone, come);
  const moved = new Set(origins.values());
  const changes: UpdateChange[] = [];
  for (const [path, before] of gone) if (!moved.has(path)) changes.push({ kind: "removed", path, before });
  for (const [path, now] of fresh) {
    const before = old.get(path);
    const from = origins.get(path);
    if (from !== undefined) changes.push({ kind: "renamed", path, from, now });
    else if (!before) changes.push({ kind: "added", path, now });
    else if (!(yield* isSameContent(before, now))) changes.push({ kind: "changed", path, before, now });
    else if (before.mode !== now.mode) changes.push({ kind: "mode", path, before, now });
  }
  return changes.sort((a, b) => compareBytes(a.path, b.path));
}

/**
 * The files of `tree` that must be removed for a file to exist at `path`: one where it needs a folder, or those below
 * it.
 */
function obstacles(path: string, tree: UpdateTree): string[] {
  const found = [...tree.keys()].filter((other) => other.startsWith(`${path}/`));
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (tree.has(path.slice(0, end))) found.push(path.slice(0, end));
  }
  return found;
}

/**
 * Finds renames among the removed and added files, by content: new path → old. Each file is used once, one of the same
 * name first. Empty files cannot be told apart, so they never count. Yields often.
 */
function* foundRenames(gone: UpdateTree, come: UpdateTree): Generator<void, ReadonlyMap<string, string>> {
  // Only files of the same size can be equal, and few files share a size.
  const bySize = new Map<number, string[]>();
  for (const [path, { bytes }] of gone) {
    const others = bySize.get(bytes.length);
    if (others) others.push(path);
    else if (bytes.length > 0) bySize.set(bytes.length, [path]);
  }
  const origins = new Map<string, string>();
  for (const [path, file] of come) {
    const candidates = bySize.get(file.bytes.length) ?? [];
    const from = yield* originAmong(candidates, path, (one) => isSameContent(gone.get(one), file));
    yield;
    if (from === undefined) continue;
    origins.set(path, from);
    candidates.splice(candidates.indexOf(from), 1);
  }
  return origins;
}

/**
 * The most files of one size that are compared with a new one: thousands of one size would otherwise take quadratic
 * time.
 */
const mostTried = 100;

function* originAmong(
  candidates: readonly string[],
  path: string,
  isAlike: (from: string) => Generator<void, boolean>,
): Generator<void, string | undefined> {
  const named = candidates.filter((one) => basename(one) === basename(path));
  for (const from of [...named, ...candidates].slice(0, mostTried)) {
    yield;
    if (yield* isAlike(from)) return from;
  }
  return undefined;
}
