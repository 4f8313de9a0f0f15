import { type Edits, editedBytes, isExecutableEdit } from "#lib/vfs/edits.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import { walkFiles } from "#lib/vfs/walk-files.ts";

/**
 * Puts a person's changes over a volume that holds their source. Each stands at its own path: a link that lies there is
 * replaced and not followed, and a folder of which they leave no file makes room.
 */
export function layEdits(volume: Volume, edits: Edits): void {
  // What goes first makes room for what comes: a file may stand where a folder was.
  for (const [path, edit] of edits) if (!edit) volume.remove(path);
  for (const [path, edit] of edits) {
    const bytes = editedBytes(edit);
    if (!bytes) continue;
    const standing = volume.lstat(path)?.kind;
    if (standing === "link" || (standing === "folder" && isEmpty(volume, path))) volume.remove(path);
    volume.write(path, bytes, isExecutableEdit(edit) ? { executable: true } : {});
  }
}

/** Whether a folder holds nothing but folders. */
function isEmpty(volume: Volume, path: string): boolean {
  for (const { kind } of walkFiles(volume, path)) if (kind !== "folder") return false;
  return true;
}
