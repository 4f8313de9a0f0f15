import { nextTask } from "#lib/async/slices.ts";
import { failureOf } from "#lib/failure.ts";
import { skillFilesAmong, walkFiles } from "#lib/vfs/files.ts";
import {
  type Edit,
  type Edits,
  editedBytes,
  isExecutableEdit,
  type Snapshot,
  snapshotPaths,
} from "#lib/vfs/snapshot.ts";
import { createVolume, type FillOptions, fillVolume, type Volume } from "#lib/vfs/volume.ts";

/** A mount's volume with the index that placement and discovery need. */
export interface MountTree {
  readonly volume: Volume;
  /** Paths of every SKILL.md in the volume. */
  readonly skillFiles: readonly string[];
}

/** Indexes a volume by its paths: once after filling it, again when a SKILL.md comes or goes. */
export function indexTree(volume: Volume, paths: Iterable<string> = volume.paths()): MountTree {
  return { volume, skillFiles: skillFilesAmong(volume, paths) };
}

export interface GrowOptions extends FillOptions {
  readonly edits?: Edits;
  /** Called with each edit that does not fit the snapshot (a file where a folder is). Absent: the first of them is thrown. */
  readonly onRefused?: (path: string) => void;
}

/** A mount's tree from its snapshot and what was changed since. Runs in slices; rejects when cancelled. */
export async function growTree(snapshot: Snapshot, { edits, onRefused, ...options }: GrowOptions): Promise<MountTree> {
  const volume = createVolume();
  await fillVolume(volume, snapshot, options);
  const paths = new Set(snapshotPaths(snapshot).map((path) => `/${path}`));
  if (edits) applyEdits(volume, edits, onRefused);
  for (const path of edits?.keys() ?? []) if (volume.lstat(path)) paths.add(path);
  const tree = indexTree(volume, paths);
  // Indexing thousands of paths takes half a frame, so the caller goes on in a task of its own.
  await nextTask();
  return tree;
}

/**
 * Puts a person's changes over a volume that holds their source. Each stands at its own path: a link that lies there is
 * replaced and not followed, and a folder of which they leave no file makes room.
 * @param onRefused told of each that cannot stand where it should; without it the first of them is thrown (`name-refused`)
 */
export function applyEdits(volume: Volume, edits: Edits, onRefused?: (path: string) => void): void {
  // Deletions come first, since a new file may stand where a deleted folder was.
  for (const [path, edit] of edits) if (!edit) volume.remove(path);
  for (const [path, edit] of edits) {
    try {
      applyEdit(volume, path, edit);
    } catch (caught) {
      if (!onRefused || failureOf(caught)?.code !== "name-refused") throw caught;
      onRefused(path);
    }
  }
}

function applyEdit(volume: Volume, path: string, edit: Edit): void {
  const bytes = editedBytes(edit);
  if (!bytes) return;
  const standing = volume.lstat(path)?.kind;
  if (standing === "link" || (standing === "folder" && isEmpty(volume, path))) volume.remove(path);
  volume.write(path, bytes, isExecutableEdit(edit) ? { executable: true } : {});
}

/** Whether a folder holds nothing but folders. */
function isEmpty(volume: Volume, path: string): boolean {
  for (const { kind } of walkFiles(volume, path)) if (kind !== "folder") return false;
  return true;
}
