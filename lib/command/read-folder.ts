import { closeSync, constants, fstatSync, openSync, readdirSync, readlinkSync, readSync, statSync } from "node:fs";
import { join, normalize, sep } from "node:path";
import { type Snapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate, type SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import { type StoredEntry, storedSnapshot } from "#lib/vfs/stored-snapshot.ts";
import { UsageError } from "./console.ts";

/** Folders without skills but with many files. */
const skipped = new Set([".git", "node_modules"]);

/**
 * Lists the files below a folder of the disk, within the lab's limits, with its warnings. Contents are read on demand, as most files are
 * images that nothing needs.
 * @throws FailureError for what the lab refuses; a read throws `UsageError` if the file has changed since
 */
export function readFolder(folder: string): {
  readonly snapshot: Snapshot;
  readonly warnings: readonly SnapshotWarning[];
} {
  const gate = createSnapshotGate();
  const entries: StoredEntry[] = [];
  // Concatenated by hand: `join` would parse each of thousands of paths.
  const start = normalize(folder).endsWith(sep) ? normalize(folder) : normalize(folder) + sep;
  for (const { path, kind } of entriesBelow(folder, "")) {
    const target = start + path;
    if (kind === "folder") gate.enter(path);
    else if (kind === "link") {
      const bytes = new TextEncoder().encode(readlinkSync(target));
      gate.admit(path, bytes.length);
      entries.push({ path, mode: snapshotMode.link, size: bytes.length, read: () => bytes });
    } else {
      const { size, mode } = statSync(target);
      const isExecutable = (mode & 0o100) !== 0;
      if (!gate.take(path, size)) continue;
      const read = () => readWhole(target, path, size);
      entries.push({ path, mode: snapshotMode[isExecutable ? "executable" : "file"], size, read });
    }
  }
  return { snapshot: storedSnapshot(entries), warnings: gate.warnings() };
}

interface Below {
  /** Relative to the folder, without a leading slash. */
  readonly path: string;
  readonly kind: "folder" | "link" | "file";
}

function* entriesBelow(folder: string, prefix: string): Generator<Below> {
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = prefix + entry.name;
    if (entry.isDirectory()) {
      yield { path, kind: "folder" };
      yield* entriesBelow(folder, `${path}/`);
    } else if (entry.isSymbolicLink()) yield { path, kind: "link" };
    else if (entry.isFile()) yield { path, kind: "file" };
  }
}

/** Reads the content that a file had when it was listed: never more, through no link, and without blocking on a pipe. */
function readWhole(target: string, path: string, size: number): Uint8Array {
  const file = openAgain(target, path);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size !== size) throw changed(path);
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; ) {
      const count = readSync(file, bytes, at, size - at, at);
      if (count === 0) throw changed(path);
      at += count;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

function openAgain(target: string, path: string): number {
  try {
    return openSync(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (caught) {
    const { code } = Object(caught) as { readonly code?: unknown };
    throw code === "ENOENT" || code === "ELOOP" ? changed(path) : caught;
  }
}

function changed(path: string): UsageError {
  return new UsageError(`${path} changed while the folder was being looked at: try again once nothing writes into it.`);
}
