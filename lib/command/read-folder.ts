import { type Dirent, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { createSnapshot, type Snapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate, type SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";

/** Folders that hold no skills and much else. */
const skipped = new Set([".git", "node_modules"]);

/** The files below a folder of the disk, within the lab's limits, and what was noticed of them. Throws `FailureError`. */
export function readFolder(folder: string): {
  readonly snapshot: Snapshot;
  readonly warnings: readonly SnapshotWarning[];
} {
  const gate = createSnapshotGate();
  const entries: SnapshotEntry[] = [];
  for (const entry of entriesBelow(folder)) {
    const target = join(entry.parentPath, entry.name);
    const path = relative(folder, target).split(sep).join("/");
    if (entry.isDirectory()) gate.enter(path);
    else if (entry.isSymbolicLink()) {
      const bytes = new TextEncoder().encode(readlinkSync(target));
      gate.admit(path, bytes.length);
      entries.push({ path, mode: snapshotMode.link, bytes });
    } else if (entry.isFile()) {
      const { size, mode } = statSync(target);
      const kind = (mode & 0o100) === 0 ? "file" : "executable";
      if (gate.take(path, size)) entries.push({ path, mode: snapshotMode[kind], bytes: readFileSync(target) });
    }
  }
  return { snapshot: createSnapshot(entries), warnings: gate.warnings() };
}

function* entriesBelow(folder: string): Generator<Dirent> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    yield entry;
    if (entry.isDirectory()) yield* entriesBelow(join(folder, entry.name));
  }
}
