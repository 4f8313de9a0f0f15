import { FailureError } from "#lib/failure.ts";
import { createSnapshot, type SnapshotEntry } from "#lib/vfs/snapshot.ts";
import type { SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import { commonFolder, type ReadUpload, refuseEmpty } from "./folder.ts";
import { isLeftOut, withoutEnding } from "./pick.ts";

/** What is left out of an archive: what is left out of folders, and the shadow files that macOS's archivers add. */
export function isShadowFile(path: string): boolean {
  return isLeftOut(path) || path.startsWith("__MACOSX/") || /(?:^|\/)\._[^/]*$/.test(path);
}

/**
 * The unpacked files as an upload. A folder that holds everything is left off the paths and gives the name, otherwise
 * the archive's own does. Throws as `refuseEmpty`.
 */
export function placeArchive(
  name: string,
  entries: readonly SnapshotEntry[],
  warnings: readonly SnapshotWarning[],
): ReadUpload {
  if (entries.length === 0) refuseEmpty(warnings);
  const top = commonFolder(entries.map(({ path }) => path));
  const placed = top ? entries.map((entry) => ({ ...entry, path: entry.path.slice(top.length + 1) })) : entries;
  return { name: top ?? withoutEnding(name), snapshot: createSnapshot(placed), warnings };
}

/** Throws `archive-damaged`. */
export function damagedArchive(name: string, detail: string, cause?: unknown): never {
  throw new FailureError({ code: "archive-damaged", name, detail }, { cause });
}
