import type { RunOutcome } from "#lib/run/sandbox.ts";
import { mountFolder, place } from "#lib/stage/place.ts";
import type { RunChange } from "#lib/state/model-run.ts";
import type { Files } from "#lib/vfs/files.ts";
import { isInside, joinPath } from "#lib/vfs/paths.ts";
import { snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";

/**
 * The changes of a finished run in the working folder, in home and in the folders of sources, where a change is an edit
 * of that source like a person's. Files elsewhere are lost.
 */
export function changesOf(
  { written, removed }: Pick<Extract<RunOutcome, { kind: "ended" }>, "written" | "removed">,
  files: Files,
): readonly RunChange[] {
  const made = [...snapshotEntries(written)].map(({ path, mode, bytes }): RunChange => {
    const kind = files.stat(`/${path}`) ? "changed" : "new";
    return { path: `/${path}`, kind, bytes, executable: mode === snapshotMode.executable };
  });
  const gone = removed.map((path): RunChange => ({ path: `/${path}`, kind: "deleted", executable: false }));
  // Deletions first: a folder may now be where a file was.
  const sources = (files.list(mountFolder) ?? []).map(({ name }) => joinPath(mountFolder, name));
  const kept = [place.cwd, place.home, ...sources];
  return [...gone, ...made].filter(({ path }) => kept.some((folder) => isInside(folder, path) && folder !== path));
}
