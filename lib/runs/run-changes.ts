import type { RunOutcome } from "#lib/run/sandbox.ts";
import { mountFolder, place } from "#lib/stage/place.ts";
import type { RunChange } from "#lib/state/model-run.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import type { Files } from "#lib/vfs/files.ts";
import { isInside, joinPath } from "#lib/vfs/paths.ts";
import { type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";

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
    const kind = files.stat(`/${path}`) ? "changed" : "new";
    return { path: `/${path}`, kind, bytes, ...begunWith(path), executable: mode === snapshotMode.executable };
  });
  const gone = removed.map((path): RunChange => {
    return { path: `/${path}`, kind: "deleted", ...begunWith(path), executable: false };
  });
  // Deletions first: a folder may now be where a file was.
  const sources = (files.list(mountFolder) ?? []).map(({ name }) => joinPath(mountFolder, name));
  const kept = [place.cwd, place.home, ...sources];
  return [...gone, ...made].filter(({ path }) => kept.some((folder) => isInside(folder, path) && folder !== path));
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
