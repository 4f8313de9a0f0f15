import { nextTask } from "#lib/async/slices.ts";
import { mountFolder, place } from "#lib/stage/place.ts";
import { type Files, isPending, walkFiles } from "#lib/vfs/files.ts";
import { createSnapshot, type Snapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";

/** Entries that are collected without a pause. */
const slice = 400;

/**
 * The folders whose files a run gets: the working folder and home, and the folder of whole sources where its line or
 * its working folder names that. Most runs do not need it: installed skills are in the other two as well, and waiting
 * for all of a large source is only for lines that name it.
 */
export function givenFolders({ line, cwd }: { readonly line: string; readonly cwd: string }): readonly string[] {
  const namesSources = [line, cwd].some((text) => sourcesNamed.test(text));
  return [place.cwd, place.home, ...(namesSources ? [mountFolder] : [])];
}

/** The folder itself, or something in it; not a longer name that begins with it. */
const sourcesNamed = new RegExp(`${mountFolder}(?![\\w.-])`);

/**
 * The files of these folders for a run: copies, so that nothing of a run is visible before somebody keeps it. Pending
 * contents are awaited; files that do not arrive do not exist for the run either.
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

/** `undefined` for a folder, and for a file that does not arrive. */
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
