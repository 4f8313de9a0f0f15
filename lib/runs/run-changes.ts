import type { RunOutcome } from "#lib/run/sandbox.ts";
import { mountFolder, place } from "#lib/stage/place.ts";
import type { RunChange } from "#lib/state/model-run.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import type { Files } from "#lib/vfs/files.ts";
import { compareBytes, isInside, joinPath } from "#lib/vfs/paths.ts";
import { createSnapshot, type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";

/**
 * The changes of a finished run in the working folder, in home and in the folders of sources, where a change is an edit
 * of that source like a person's. Files elsewhere are lost.
 * @param given the files that the run began with
 */
export function changesOf(
  { written, removed }: Pick<Extract<RunOutcome, { kind: "ended" }>, "written" | "removed">,
  files: Files,
  given: Snapshot,
): readonly RunChange[] {
  const known = new Map(Array.from(snapshotEntries(given), ({ path, bytes }) => [path, bytes]));
  const begunWith = (path: string) => {
    const before = known.get(path);
    return before && { before };
  };
  const made = [...snapshotEntries(written)].map(({ path, mode, bytes }): RunChange => {
    const kind = files.stat(`/${path}`)?.kind === "file" ? "changed" : "new";
    return { path: `/${path}`, kind, bytes, ...begunWith(path), executable: mode === snapshotMode.executable };
  });
  const gone = removed.map((path): RunChange => {
    return { path: `/${path}`, kind: "deleted", ...begunWith(path), executable: false };
  });
  const sources = (files.list(mountFolder) ?? []).map(({ name }) => joinPath(mountFolder, name));
  const kept = [place.cwd, place.home, ...sources];
  return inOrder(
    [...gone, ...made].filter(({ path }) => kept.some((folder) => isInside(folder, path) && folder !== path)),
  );
}

/** The files with changes of which nobody has kept any. */
export function withChanges(files: Snapshot, changes: readonly RunChange[]): Snapshot {
  if (changes.length === 0) return files;
  const entries = new Map(Array.from(snapshotEntries(files), (entry) => [entry.path, entry]));
  for (const { path, bytes, executable } of changes) {
    const name = path.slice(1);
    const mode = executable ? snapshotMode.executable : snapshotMode.file;
    if (bytes) entries.set(name, { path: name, mode, bytes });
    else entries.delete(name);
  }
  return createSnapshot(entries.values());
}

/** The changes of a run with those that it began with, without what is as it was before both. */
export function joinedChanges(
  earlier: readonly RunChange[],
  later: readonly RunChange[],
  files: Files,
): readonly RunChange[] {
  const all = new Map(earlier.map((change) => [change.path, change]));
  for (const change of later) {
    const { before } = all.get(change.path) ?? change;
    all.set(change.path, { ...change, ...(before && { before }) });
  }
  const isChange = ({ path, bytes, executable }: RunChange) => {
    const stat = files.stat(path);
    return bytes ? stat?.executable !== executable || !isSameBytes(files.read(path), bytes) : stat !== undefined;
  };
  return inOrder([...all.values()].filter(isChange));
}

/** By path, deletions first: a folder may now be where a file was. */
function inOrder(changes: readonly RunChange[]): readonly RunChange[] {
  return changes.toSorted(
    (a, b) => Number(b.kind === "deleted") - Number(a.kind === "deleted") || compareBytes(a.path, b.path),
  );
}

/** The last answer of `overwrites` for a change, and the contents of the file that it holds for. */
const answers = new WeakMap<RunChange, { readonly now: Uint8Array; readonly isOver: boolean }>();

/**
 * Whether a change would overwrite what its run did not have: somebody edited the file after the run began, or the run was not given it. Where
 * the file already is as the run left it, nothing is overwritten.
 */
export function overwrites(change: RunChange, files: Files): boolean {
  const now = files.read(change.path);
  if (now === undefined) return false;
  const answer = answers.get(change);
  if (answer?.now === now) return answer.isOver;
  const isOver = !isSameBytes(now, change.before) && !isSameBytes(now, change.bytes);
  answers.set(change, { now, isOver });
  return isOver;
}
