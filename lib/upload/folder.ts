import { FailureError } from "#lib/failure.ts";
import { type Snapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate, type SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import type { PickedFile } from "./pick.ts";
import { type ReadOptions, readEntries } from "./read-entries.ts";

export interface ReadUpload {
  /** The chosen folder's name, `upload` for several. */
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly warnings: readonly SnapshotWarning[];
}

export interface ReadPickedOptions extends ReadOptions {
  /** Leaves the paths as they are. */
  readonly keepsFolder?: boolean;
}

/** Files read at the same time: a browser delegates each to another process, which is slow one by one. */
const readsAtOnce = 32;

/**
 * Reads a chosen folder, whose own name is removed from the paths. Browsers report no links (they follow them), no
 * executable bits and no empty folders. Throws the gate's failures and `upload-empty`, before any file is read,
 * `upload-unreadable` for a file that changed or vanished meanwhile, and `cancelled`.
 */
export async function readPicked(
  files: readonly PickedFile[],
  { keepsFolder = false, ...options }: ReadPickedOptions = {},
): Promise<ReadUpload> {
  const top = commonFolder(files.map(({ path }) => path));
  const gate = createSnapshotGate();
  const placed = files.map(({ path, file }) => ({
    path: top && !keepsFolder ? path.slice(top.length + 1) : path,
    file,
  }));
  const taken = placed.filter(({ path, file }) => gate.take(path, file.size));
  if (taken.length === 0) refuseEmpty(gate.warnings());
  const warnings = gate.warnings();
  const unread = taken.map(({ path, file }) => ({
    path,
    mode: snapshotMode.file,
    size: file.size,
    read: () => readOne(path, file),
  }));
  const snapshot = await readEntries({ files: unread, warnings, phase: "reading", atOnce: readsAtOnce }, options);
  return { name: top ?? "upload", snapshot, warnings };
}

/**
 * Throws the reason why nothing is left to mount: `too-large` where there were files, `upload-empty` where there were
 * none.
 */
export function refuseEmpty(warnings: readonly SnapshotWarning[]): never {
  const large = warnings.find((warning) => warning.kind === "file-left-out");
  throw new FailureError(
    large ? { code: "too-large", limit: large.limit, path: large.path } : { code: "upload-empty" },
  );
}

async function readOne(path: string, file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (caught) {
    if (!(caught instanceof DOMException)) throw caught;
    throw new FailureError({ code: "upload-unreadable", path }, { cause: caught });
  }
}

/** The folder with which all relative paths begin; `undefined` when there is none. */
export function commonFolder(paths: readonly string[]): string | undefined {
  const [first] = paths;
  const top = first?.slice(0, Math.max(first.indexOf("/"), 0));
  return top && paths.every((path) => path.startsWith(`${top}/`)) ? top : undefined;
}
