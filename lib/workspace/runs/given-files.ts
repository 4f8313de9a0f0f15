import { nextTask } from "#lib/async/slices.ts";
import { place } from "#lib/stage/place.ts";
import { type Files, isPending, walkFiles } from "#lib/vfs/files.ts";
import { createSnapshot, type Snapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";

/** Entries that are collected without a pause. */
const slice = 400;

/**
 * The files of the working folder and of home, as a run gets them: copies, so that nothing of a run is seen before somebody keeps it. Those on
 * their way are waited for; what does not come is not there for the run either.
 * @param mayRead which files it gets, by their absolute paths
 * @throws the signal's reason
 */
export async function givenFiles(
  files: Files,
  signal: AbortSignal,
  mayRead: (path: string) => boolean = () => true,
): Promise<Snapshot> {
  const entries: SnapshotEntry[] = [];
  let count = 0;
  for (const root of [place.home, place.cwd]) {
    for (const { path } of walkFiles(files, root)) {
      if (++count % slice === 0) await nextTask();
      signal.throwIfAborted();
      const entry = mayRead(path) ? await entryAt(files, path) : undefined;
      if (entry) entries.push(entry);
    }
  }
  return createSnapshot(entries);
}

/** `undefined` for a folder, and for what does not come. */
async function entryAt(files: Files, path: string): Promise<SnapshotEntry | undefined> {
  if (isPending(files.lstat(path))) await files.arrival?.(path);
  const stat = files.lstat(path);
  if (stat?.kind === "folder") return undefined;
  const name = path.slice(1);
  if (stat?.kind === "link") {
    return { path: name, mode: snapshotMode.link, bytes: new TextEncoder().encode(stat.target ?? "") };
  }
  const bytes = files.read(path);
  return bytes && { path: name, mode: stat?.executable ? snapshotMode.executable : snapshotMode.file, bytes };
}
