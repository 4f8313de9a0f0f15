import { failureOf } from "#lib/failure.ts";
import type { FileChange } from "#lib/share/changes/file-change.ts";
import {
  type FileWrite,
  mayWrite,
  pickWritableFolder,
  type WritableFolder,
  writeFolder,
} from "#lib/upload/write-folder.ts";
import type { Core } from "#lib/workspace/core.ts";
import type { MountChanges, WriteBack } from "#lib/workspace/state/changes.ts";
import { readAgain } from "./live-mounts.ts";
import { filesOf } from "./swap-files.ts";

/** The folders that were written into last, by mount: who writes again is not asked for another. */
const chosen = new WeakMap<Core, Map<string, WritableFolder>>();

/**
 * Writes the changes of a source into a folder of the person's disk: the one that it follows, or one that they choose.
 * Nothing is written where the folder does not have the source's files, but for those with `leavesDiffering`, which
 * writes all others. For a click: the browser asks the person. Throws `file-not-written`.
 */
export async function writeBack(
  core: Core,
  { mountId, changes }: MountChanges,
  leavesDiffering: boolean,
): Promise<WriteBack> {
  const folder = await folderFor(core, mountId, leavesDiffering);
  if (!folder) return { kind: "none" };
  const { written, differing } = await writeFolder(folder, changes.flatMap(writesOf), leavesDiffering);
  if (differing.length > 0 && !leavesDiffering) return { kind: "differs", paths: differing, folder: folder.name };
  if (core.live.has(mountId)) await settle(core, mountId);
  return { kind: "written", count: written, folder: folder.name };
}

async function folderFor(core: Core, mountId: string, isAgain: boolean): Promise<WritableFolder | undefined> {
  const known = chosen.get(core)?.get(mountId);
  if (isAgain && known) return known;
  const live: WritableFolder | undefined = core.live.get(mountId)?.folder as WritableFolder | undefined;
  const folder = live ? await allowed(live) : await pickWritableFolder();
  if (folder) chosen.set(core, new Map(chosen.get(core)).set(mountId, folder));
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
  if (from === undefined) return [{ path, expected: old, bytes: fresh }];
  return [
    { path, expected: null, bytes: fresh },
    { path: from, expected: old, bytes: null },
  ];
}

/** Reads the folder that was written: what it has now is no change any more. */
async function settle(core: Core, mountId: string): Promise<void> {
  try {
    await readAgain(core, mountId, false);
    await core.saver.saveEdits(mountId, filesOf(core, mountId).edits);
  } catch (caught) {
    if (!failureOf(caught)) throw caught;
  }
}
