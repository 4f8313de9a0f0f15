import { nextTask } from "#lib/async/slices.ts";
import { mountFolder, place } from "#lib/stage/place.ts";
import { type Files, isPending, walkFiles } from "#lib/vfs/files.ts";
import { createSnapshot, type Snapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";

/** Entries that are collected without a pause. */
const slice = 400;

/**
 * The folders whose files a run gets: the working folder and home, and those of the sources as a whole where its line or its folder names
 * them. Most runs need none of these: what is installed of a source stands in the other two as well, and waiting for all of a large one is
 * for those who ask for it.
 */
export function givenFolders({ line, cwd }: { readonly line: string; readonly cwd: string }): readonly string[] {
  const namesSources = [line, cwd].some((text) => sourcesNamed.test(text));
  return [place.cwd, place.home, ...(namesSources ? [mountFolder] : [])];
}

/** The folder itself, or something in it; no longer name that only begins so. */
const sourcesNamed = new RegExp(`${mountFolder}(?![\\w.-])`);

/**
 * The files of these folders, as a run gets them: copies, so that nothing of a run is seen before somebody keeps it. Those on
 * their way are waited for; what does not come is not there for the run either.
 * @param mayRead which files it gets, by their absolute paths
 * @throws the signal's reason
 */
export async function givenFiles(
  files: Files,
  folders: readonly string[],
  signal: AbortSignal,
  mayRead: (path: string) => boolean = () => true,
): Promise<Snapshot> {
  const entries: SnapshotEntry[] = [];
  let count = 0;
  for (const folder of folders) {
    for (const { path } of walkFiles(files, folder)) {
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
  if (isPending(files.lstat(path))) await files.whenSettled?.(path);
  const stat = files.lstat(path);
  if (stat?.kind === "folder") return undefined;
  const name = path.slice(1);
  if (stat?.kind === "link") {
    return { path: name, mode: snapshotMode.link, bytes: new TextEncoder().encode(stat.target ?? "") };
  }
  const bytes = files.read(path);
  return bytes && { path: name, mode: stat?.executable ? snapshotMode.executable : snapshotMode.file, bytes };
}
