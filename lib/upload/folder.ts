import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { type Snapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate, type SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import { type ReadOptions, readEntries } from "./read-entries.ts";

/** A file that a person chose, not read yet. */
export interface PickedFile {
  /** Relative, beginning with the chosen folder's own name; hidden files included. */
  readonly path: string;
  readonly file: Blob;
}

/** The files of an `<input webkitdirectory>`, without what `isLeftOut`. */
export function pickedFiles(list: Iterable<File>): PickedFile[] {
  const picked = Array.from(list, (file) => ({ path: file.webkitRelativePath || file.name, file }));
  return picked.filter(({ path }) => !isLeftOut(path));
}

/** A git folder (its objects are no part of a tree) and what file managers drop everywhere. */
export function isLeftOut(path: string): boolean {
  return /(?:^|\/)(?:\.git(?:\/|$)|(?:\.DS_Store|Thumbs\.db)$)/.test(path);
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

/** Says why nothing is left to be mounted: `too-large` where there were files, `upload-empty` where there were none. */
export function refuseEmpty(warnings: readonly SnapshotWarning[]): never {
  const large = warnings.find((warning) => warning.kind === "left-out");
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

/** The folder that all relative paths begin with; `undefined` when there is none. */
export function commonFolder(paths: readonly string[]): string | undefined {
  const [first] = paths;
  const top = first?.slice(0, Math.max(first.indexOf("/"), 0));
  return top && paths.every((path) => path.startsWith(`${top}/`)) ? top : undefined;
}

/**
 * The files of a drop, folders opened to any depth. Call it within the drop event: the browser empties `items`
 * right after. Throws `upload-unreadable`, `cancelled`, and `too-many-files` as soon as there are too many: a
 * whole home folder may have been dropped by mistake.
 */
export function pickDropped(items: DataTransferItemList, signal?: AbortSignal): Promise<PickedFile[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return collect(entries, signal);
}

async function collect(ahead: FileSystemEntry[], signal?: AbortSignal): Promise<PickedFile[]> {
  const picked: PickedFile[] = [];
  for (let entry = ahead.pop(); entry; entry = ahead.pop()) {
    if (signal?.aborted) throw new FailureError({ code: "cancelled" });
    const path = entry.fullPath.slice(1);
    if (isLeftOut(path)) continue;
    if (isFolder(entry)) ahead.push(...(await readFolder(entry)));
    else
      picked.push({
        path,
        file: await readable(path, (resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
      });
    if (picked.length > mountLimits.files) throw new FailureError({ code: "too-many-files", limit: mountLimits.files });
  }
  return picked;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** Chromium gives at most 100 entries a call: only an empty answer is the end. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const batch = await readable<FileSystemEntry[]>(folder.fullPath.slice(1), (resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return entries;
    entries.push(...batch);
  }
}

/** A call of the old callback style, whose errors mean that the person's disk did not give the file. */
function readable<Value>(
  path: string,
  call: (resolve: (value: Value) => void, reject: (error: DOMException) => void) => void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    call(resolve, (cause) => reject(new FailureError({ code: "upload-unreadable", path }, { cause })));
  });
}
