import { createHash, hash } from "node:crypto";
import { memoObject } from "#lib/memo.ts";
import { type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";

/**
 * The size up to which a file that was not read counts as if it had none: harnesses ask for a size only to leave a larger file unread
 * (`lib/skills/plugin-manifests.ts`).
 */
export const longestUnread = 512 * 1024;

/** What a tree is without the contents of its files: paths, modes, where links lead, and sizes by which a reader may have left one out. */
export const shapeDigest = memoObject((snapshot: Snapshot): string => {
  const all = createHash("sha256");
  for (const entry of snapshotEntries(snapshot)) {
    const { path, mode, size = entry.bytes.length } = entry;
    const isLink = mode === snapshotMode.link;
    all.update(`${path}\0${mode}\0${isLink || size <= longestUnread ? "" : size}\0`);
    if (isLink) all.update(`${entry.bytes.length}\0`).update(entry.bytes);
  }
  return all.digest("hex");
});

/** The contents of these files of a tree. @param paths sorted; those that are not there are left out */
export function contentsDigest(snapshot: Snapshot, paths: readonly string[]): string {
  const wanted = new Set(paths);
  const all = createHash("sha256");
  for (const entry of snapshotEntries(snapshot)) {
    if (!wanted.has(entry.path) || entry.mode === snapshotMode.link) continue;
    all.update(`${entry.path}\0${digestOf(entry.bytes)}\0`);
  }
  return all.digest("hex");
}

/** By the array, which never changes: the trees that are compared share those of equal files, and each is asked for up to four times. */
const digestOf = memoObject((bytes: Uint8Array) => hash("sha256", bytes));
