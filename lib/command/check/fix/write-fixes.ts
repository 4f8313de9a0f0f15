import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { FileChange, FileVersion } from "#lib/share/changes/file-change.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import { pathObjection } from "#lib/vfs/limits.ts";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import { UsageError } from "../../console.ts";

/**
 * Writes the changes, each file completely or not at all. Follows no link on the way to a file. First checks all files again: if one has
 * changed since the changes were made, nothing is written.
 * @throws UsageError if something has changed meanwhile, or a link leads to a file
 */
export function writeFixes(folder: string, changes: readonly FileChange[]): void {
  for (const change of changes) holdToPlan(folder, change);
  for (const change of changes) writeChange(folder, change);
}

function holdToPlan(folder: string, { path, from, before, now }: FileChange): void {
  const source = from ?? path;
  for (const each of [source, path]) {
    if (pathObjection(each) !== undefined || !isReachedDirectly(folder, each)) throw changedMeanwhile(each);
  }
  const there = readPlain(join(folder, source));
  if (!isAsPlanned(there, before)) throw changedMeanwhile(source);
  const isMoved = from !== undefined && now !== undefined;
  // On a file system that ignores case, moving `skill.md` to `SKILL.md` finds the file itself at its target.
  if (isMoved && !isFree(join(folder, path), join(folder, source))) throw changedMeanwhile(path);
}

function changedMeanwhile(path: string): UsageError {
  return new UsageError(`${path} has changed since it was read: nothing was written. Run it again.`);
}

/** Whether all folders above a path are real folders, not links. */
function isReachedDirectly(folder: string, path: string): boolean {
  const parts = path.split("/").slice(0, -1);
  return parts.every((_, at) => {
    const stat = lstatSync(join(folder, ...parts.slice(0, at + 1)), { throwIfNoEntry: false });
    return stat === undefined || stat.isDirectory();
  });
}

function isAsPlanned(there: Uint8Array | undefined, before: FileVersion | undefined): boolean {
  return there && before ? isSameBytes(there, before.bytes) : there === before;
}

/** Windows does not have this flag, and hardly any links. */
const noFollow = constants.O_NOFOLLOW ?? 0;

/** The bytes of a regular file; `undefined` if there is none. */
function readPlain(path: string): Uint8Array | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return undefined;
  if (!stat.isFile()) throw changedMeanwhile(path);
  const file = openSync(path, constants.O_RDONLY | noFollow);
  try {
    if (!fstatSync(file).isFile()) throw changedMeanwhile(path);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function isFree(path: string, source: string): boolean {
  const there = lstatSync(path, { throwIfNoEntry: false });
  const own = lstatSync(source, { throwIfNoEntry: false });
  return !there || (there.ino !== 0 && there.ino === own?.ino && there.dev === own.dev);
}

function writeChange(folder: string, { path, from, before, now }: FileChange): void {
  const target = join(folder, path);
  if (!now) {
    unlinkSync(target);
    return;
  }
  mkdirSync(dirname(target), { recursive: true });
  if (from !== undefined) {
    renameSync(join(folder, from), target);
    removeEmpty(folder, from);
  }
  if (!before || !isSameBytes(before.bytes, now.bytes)) replaceFile(target, now);
}

/** Replaces a file atomically by renaming: an interrupted run leaves the old or the new file. */
function replaceFile(target: string, { bytes, mode }: FileVersion): void {
  const old = lstatSync(target, { throwIfNoEntry: false });
  const fresh = join(dirname(target), `.skillground-${randomUUID()}`);
  const permissions = old ? old.mode & 0o777 : mode === snapshotMode.executable ? 0o755 : 0o644;
  const file = openSync(fresh, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow, permissions);
  try {
    try {
      fchmodSync(file, permissions);
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, target);
  } catch (caught) {
    unlinkSync(fresh);
    throw caught;
  }
}

/** Removes a folder that has lost its last file, and the folders above that held nothing else. */
function removeEmpty(folder: string, path: string): void {
  try {
    for (let above = dirname(path); above !== "."; above = dirname(above)) rmdirSync(join(folder, above));
  } catch {
    // The folder is not empty, so it stays.
  }
}
