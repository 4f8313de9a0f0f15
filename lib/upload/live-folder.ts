import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { type Snapshot, snapshotEntries, snapshotMode, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate, type SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import { refuseEmpty } from "./folder.ts";
import { isLeftOut, type LiveFolder } from "./pick.ts";
import { type ReadOptions, readEntries, type UnreadFile } from "./read-entries.ts";

/** The disk's data about each file at the last reading, by path. */
export type Stamps = ReadonlyMap<string, Stamp>;

export interface LiveReading {
  readonly snapshot: Snapshot;
  readonly stamps: Stamps;
  /** The paths whose bytes were read this time; the others are unchanged. */
  readonly fresh: ReadonlySet<string>;
  readonly warnings: readonly SnapshotWarning[];
}

/** Whether the folder may be read now. With `ask`, which needs a click, the browser asks the person where necessary. */
export async function mayRead(folder: LiveFolder, ask: boolean): Promise<boolean> {
  const mode = { mode: "read" } as const;
  if ((await folder.queryPermission(mode)) === "granted") return true;
  return ask && (await folder.requestPermission(mode)) === "granted";
}

/** Handles queried at the same time: each query goes to another process. */
const asksAtOnce = 32;

/**
 * Reads the folder; of the files in `before`, only those whose time or size has changed. What vanishes while it is read,
 * as the temporary files of editors do, is no part of it. As for an uploaded folder, its own name is not part of the
 * paths. Throws the gate's failures, those of `refuseEmpty`, `upload-unreadable`, `cancelled`.
 */
export async function readLiveFolder(
  folder: FileSystemDirectoryHandle,
  options: ReadOptions & { readonly before?: LiveReading | undefined } = {},
): Promise<LiveReading> {
  const { before, signal } = options;
  const known = new Map(before && [...snapshotEntries(before.snapshot)].map((entry) => [entry.path, entry]));
  const gate = createSnapshotGate();
  const stamps = new Map<string, Stamp>();
  const fresh = new Set<string>();
  const unread: UnreadFile[] = [];
  for (const opened of await openFiles(await collectFiles(folder, signal), signal)) {
    const { path, file } = opened;
    if (!gate.take(path, file.size)) continue;
    stamps.set(path, stampOf(file));
    const old = isSame(before?.stamps.get(path), file) ? known.get(path) : undefined;
    if (!old) fresh.add(path);
    const onChanged = (now: File) => {
      gate.weigh(path, now.size);
      stamps.set(path, stampOf(now));
    };
    unread.push({
      path,
      mode: snapshotMode.file,
      size: file.size,
      read: async () => old?.bytes ?? bytesOf(opened, onChanged),
    });
  }
  const warnings = gate.warnings();
  if (unread.length === 0) refuseEmpty(warnings);
  const isAsBefore = before !== undefined && fresh.size === 0 && known.size === unread.length;
  const snapshot = isAsBefore
    ? before.snapshot
    : await readEntries({ files: unread, warnings, phase: "reading", atOnce: asksAtOnce }, options);
  if (snapshotPaths(snapshot).length === 0) refuseEmpty(warnings);
  return { snapshot, stamps, fresh, warnings };
}

interface OpenedFile extends FoundFile {
  readonly file: File;
}

/** The files with their present metadata; their contents are not read yet. */
async function openFiles(found: readonly FoundFile[], signal: AbortSignal | undefined): Promise<readonly OpenedFile[]> {
  const opened: OpenedFile[] = [];
  for (let start = 0; start < found.length; start += asksAtOnce) {
    if (signal?.aborted) throw new FailureError({ code: "cancelled" });
    const batch = found.slice(start, start + asksAtOnce);
    const files = await Promise.all(batch.map(({ path, handle }) => ifThere(path, handle.getFile())));
    opened.push(...batch.flatMap((found, index) => (files[index] ? [{ ...found, file: files[index] }] : [])));
  }
  return opened;
}

/** The bytes of a file; where it was changed since it was opened, those of the file that is there now. */
async function bytesOf(
  { path, file, handle }: OpenedFile,
  onChanged: (now: File) => void,
): Promise<Uint8Array | undefined> {
  const read = async (one: File) => {
    const bytes = await ifThere(path, one.arrayBuffer());
    return bytes && new Uint8Array(bytes);
  };
  try {
    return await read(file);
  } catch (caught) {
    const now = await ifThere(path, handle.getFile());
    if (!now) return undefined;
    if (isSame(stampOf(file), now)) throw caught;
    onChanged(now);
    return read(now);
  }
}

type Stamp = Pick<File, "lastModified" | "size">;

function stampOf({ lastModified, size }: File): Stamp {
  return { lastModified, size };
}

function isSame(stamp: Stamp | undefined, file: File): boolean {
  return stamp?.lastModified === file.lastModified && stamp.size === file.size;
}

interface FoundFile {
  readonly path: string;
  readonly handle: FileSystemFileHandle;
}

async function collectFiles(folder: FileSystemDirectoryHandle, signal: AbortSignal | undefined): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const ahead: { readonly handle: FileSystemDirectoryHandle; readonly path: string }[] = [{ handle: folder, path: "" }];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    if (signal?.aborted) throw new FailureError({ code: "cancelled" });
    const children = await ifThere(next.path || folder.name, childrenOf(next.handle, next.path));
    if (!children && next.handle === folder) throw new FailureError({ code: "upload-unreadable", path: folder.name });
    for (const { path, handle } of children ?? []) {
      if (isFolder(handle)) ahead.push({ handle, path });
      else found.push({ path, handle: handle as FileSystemFileHandle });
    }
    // Folders count, too, so that a tree of empty ones is bounded.
    if (found.length + ahead.length > mountLimits.files)
      throw new FailureError({ code: "too-many-files", limit: mountLimits.files });
  }
  return found;
}

function isFolder(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === "directory";
}

async function childrenOf(folder: FileSystemDirectoryHandle, below: string) {
  const children: { readonly path: string; readonly handle: FileSystemHandle }[] = [];
  for await (const [name, handle] of folder.entries()) {
    const path = below === "" ? name : `${below}/${name}`;
    if (!isLeftOut(path)) children.push({ path, handle });
  }
  return children;
}

/** `undefined` for what has vanished; what is locked or no longer allowed becomes `upload-unreadable`. */
async function ifThere<Value>(path: string, reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (caught) {
    if (!(caught instanceof DOMException)) throw caught;
    if (caught.name === "NotFoundError") return undefined;
    throw new FailureError({ code: "upload-unreadable", path }, { cause: caught });
  }
}
