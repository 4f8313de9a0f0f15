import { createHash } from "node:crypto";
import { type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";

/**
 * The size up to which a file that was not read counts as if it had none: harnesses ask for a size only to leave a larger file unread
 * (`lib/skills/plugin-manifests.ts`).
 */
export const longestUnread = 512 * 1024;

/** What a tree is without the contents of its files: paths, modes, where links lead, and sizes by which a reader may have left one out. */
export function shapeDigest(snapshot: Snapshot): string {
  const hash = createHash("sha256");
  for (const entry of snapshotEntries(snapshot)) {
    const { path, mode, size = entry.bytes.length } = entry;
    const isLink = mode === snapshotMode.link;
    hash.update(`${path}\0${mode}\0${isLink || size <= longestUnread ? "" : size}\0`);
    if (isLink) hash.update(`${entry.bytes.length}\0`).update(entry.bytes);
  }
  return hash.digest("hex");
}

/** The contents of these files of a tree. @param paths sorted; those that are not there are left out */
export function contentsDigest(snapshot: Snapshot, paths: readonly string[]): string {
  const wanted = new Set(paths);
  const hash = createHash("sha256");
  for (const entry of snapshotEntries(snapshot)) {
    if (!wanted.has(entry.path) || entry.mode === snapshotMode.link) continue;
    hash.update(`${entry.path}\0${entry.bytes.length}\0`).update(entry.bytes);
  }
  return hash.digest("hex");
}
