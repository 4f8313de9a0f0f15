import { failureOrThrow } from "#lib/failure.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import type { FileChange } from "#lib/share/changes/file-change.ts";
import type { MountChanges, WriteBack } from "#lib/state/changes.ts";
import type { LiveMount } from "#lib/state/source.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { isServedFolder, type LiveFolder } from "#lib/upload/pick.ts";
import {
  type FileWrite,
  mayWrite,
  pickWritableFolder,
  type WritableFolder,
  writeFolder,
} from "#lib/upload/write-folder.ts";

export interface WriteBackNeeds {
  /** The folders that were last written into, by mount, so that the next write does not ask for one. */
  readonly chosen: Map<string, WritableFolder>;
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly folders: FollowedFolders;
}

/** The folders of the person's disk that mounts follow. */
interface FollowedFolders {
  of(mountId: string): LiveMount | undefined;
  readAgain(mountId: string, ask: boolean): Promise<void>;
}

/**
 * Writes the changes of a source into a folder of the person's disk: the one that it follows, or one that they choose.
 * Nothing is written where the folder's files differ from the source's; `leavesDiffering` skips those and writes all
 * others. Call it on a click: the browser asks the person. Throws `file-not-written`.
 */
export async function writeBack(
  needs: WriteBackNeeds,
  { mountId, changes }: MountChanges,
  leavesDiffering: boolean,
): Promise<WriteBack> {
  const folder = await folderFor(needs, mountId, leavesDiffering);
  if (!folder) return { kind: "none" };
  const { written, differing } = await writeFolder(folder, changes.flatMap(writesOf), leavesDiffering);
  if (differing.length > 0 && !leavesDiffering) return { kind: "differs", paths: differing, folder: folder.name };
  if (needs.folders.of(mountId) !== undefined) await settle(needs, mountId);
  return { kind: "written", count: written, folder: folder.name };
}

async function folderFor(
  needs: WriteBackNeeds,
  mountId: string,
  isAgain: boolean,
): Promise<WritableFolder | undefined> {
  const known = needs.chosen.get(mountId);
  if (isAgain && known) return known;
  const live: LiveFolder | undefined = needs.folders.of(mountId)?.folder;
  // A folder that a server serves can only be read: its person chooses it, or another one.
  const folder =
    live && !isServedFolder(live) ? await allowed(live as FileSystemDirectoryHandle) : await pickWritableFolder();
  if (folder) needs.chosen.set(mountId, folder);
  return folder;
}

async function allowed(folder: WritableFolder): Promise<WritableFolder | undefined> {
  try {
    return (await mayWrite(folder)) ? folder : undefined;
  } catch (caught) {
    if (caught instanceof DOMException) return undefined;
    throw caught;
  }
}

function writesOf({ path, from, before, now }: FileChange): FileWrite[] {
  const old = before?.bytes ?? null;
  const fresh = now?.bytes ?? null;
  return [{ path, ...(from !== undefined && { from }), expected: old, bytes: fresh }];
}

/** Reads the folder that was written: what it now contains no longer counts as a change. */
async function settle(needs: WriteBackNeeds, mountId: string): Promise<void> {
  try {
    await needs.folders.readAgain(mountId, false);
    await needs.keeping.saveEdits(mountId, needs.tree.filesOf(mountId).edits);
  } catch (caught) {
    failureOrThrow(caught);
  }
}
