import { FailureError } from "#lib/failure.ts";
import { createSnapshot, type Snapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate, type SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import type { ReportProgress } from "#lib/vfs/source.ts";
import type { PickedFile } from "./pick.ts";

export interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: ReportProgress;
}

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

/** Files read at the same time: a browser hands each to another process, which one after another is slow. */
const readsAtOnce = 32;

/**
 * Reads a chosen folder, whose own name is left off the paths. A browser tells neither links (it follows them) nor
 * the executable bit nor empty folders. Throws the gate's failures and `upload-empty`, known before any file is read,
 * `upload-unreadable` for a file that changed or vanished meanwhile, `cancelled`.
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
  const entries = await readAll(taken, options);
  return { name: top ?? "upload", snapshot: createSnapshot(entries), warnings: gate.warnings() };
}

/** Says why nothing is left to be mounted: `too-large` where there were files, `upload-empty` where there were none. */
export function refuseEmpty(warnings: readonly SnapshotWarning[]): never {
  const large = warnings.find((warning) => warning.kind === "left-out");
  throw new FailureError(
    large ? { code: "too-large", limit: large.limit, path: large.path } : { code: "upload-empty" },
  );
}

async function readAll(files: readonly PickedFile[], options: ReadOptions): Promise<SnapshotEntry[]> {
  const entries: SnapshotEntry[] = [];
  let bytes = 0;
  for (let start = 0; start < files.length; start += readsAtOnce) {
    if (options.signal?.aborted) throw new FailureError({ code: "cancelled" });
    const batch = await Promise.all(files.slice(start, start + readsAtOnce).map(readOne));
    entries.push(...batch);
    bytes += batch.reduce((sum, entry) => sum + entry.bytes.length, 0);
    options.onProgress?.({ phase: "reading", bytes, done: entries.length, total: files.length });
  }
  return entries;
}

async function readOne({ path, file }: PickedFile): Promise<SnapshotEntry> {
  try {
    return { path, mode: snapshotMode.file, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch (caught) {
    if (!(caught instanceof DOMException)) throw caught;
    throw new FailureError({ code: "upload-unreadable", path }, { cause: caught });
  }
}

/** The folder that all relative paths begin with; `undefined` when there is none. */
export function commonFolder(paths: readonly string[]): string | undefined {
  const [first] = paths;
  const top = first?.slice(0, Math.max(first.indexOf("/"), 0));
  return top && paths.every((path) => path.startsWith(`${top}/`)) ? top : undefined;
}
