import { FailureError } from "#lib/failure.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";

/** The wanted and the expected present content of a file; `null` for no file. */
export interface FileWrite {
  /** Relative to the folder. */
  readonly path: string;
  /** For a moved file: where it was. `expected` is the content there; nothing is expected at `path`. */
  readonly from?: string;
  readonly expected: Uint8Array | null;
  readonly bytes: Uint8Array | null;
}

export interface WritableFolder extends FileSystemDirectoryHandle {
  // Of the File System Access API, which TypeScript's own types leave out.
  queryPermission?(mode: { readonly mode: "readwrite" }): Promise<PermissionState>;
  requestPermission?(mode: { readonly mode: "readwrite" }): Promise<PermissionState>;
}

const picker = globalThis as {
  showDirectoryPicker?: (options: { readonly mode: "readwrite" }) => Promise<WritableFolder>;
};

/** Whether this browser can write into a folder (Chromium can). */
export function canWriteFolder(): boolean {
  return picker.showDirectoryPicker !== undefined;
}

/** Asks the person for a folder to write into; `undefined` when they cancel. Call it on a click. */
export async function pickWritableFolder(): Promise<WritableFolder | undefined> {
  try {
    return await picker.showDirectoryPicker?.({ mode: "readwrite" });
  } catch (caught) {
    if (caught instanceof DOMException && caught.name === "AbortError") return undefined;
    throw caught;
  }
}

/** Whether a folder that was opened for reading may be written into; the browser asks the person where necessary. */
export async function mayWrite(folder: WritableFolder): Promise<boolean> {
  const mode = { mode: "readwrite" } as const;
  if ((await folder.queryPermission?.(mode)) === "granted") return true;
  return (await folder.requestPermission?.(mode)) === "granted";
}

/** The result of `writeFolder`. `differing`: files with neither the expected nor the wanted content. */
export interface FolderWritten {
  readonly written: number;
  readonly differing: readonly string[];
}

/**
 * Writes and deletes files of a folder, each as a whole. All files are checked first: where one differs from what is
 * expected, somebody else has changed it, and nothing is written; with `leavesDiffering`, all others are written.
 * Executable bits cannot be written. Throws `file-not-written` with the path that could not be read or written.
 */
export async function writeFolder(
  folder: FileSystemDirectoryHandle,
  writes: readonly FileWrite[],
  leavesDiffering = false,
): Promise<FolderWritten> {
  const differing: string[] = [];
  const ahead: FileWrite[] = [];
  for (const write of joinTwins(writes)) {
    const standing = await accessible(write.path, standingOf(folder, write));
    if (standing === "expected") ahead.push(write);
    else if (standing === "other") differing.push(write.path);
  }
  if (differing.length > 0 && !leavesDiffering) return { written: 0, differing };
  for (const write of ahead) await accessible(write.path, put(folder, write));
  return { written: ahead.length, differing };
}

async function standingOf(
  folder: FileSystemDirectoryHandle,
  { path, from, expected, bytes }: FileWrite,
): Promise<"done" | "expected" | "other"> {
  const now = await contentOf(folder, path);
  if (from === undefined) return isSame(now, bytes) ? "done" : isSame(now, expected) ? "expected" : "other";
  const left = await contentOf(folder, from);
  // Where case does not matter, both names are of one file.
  const isOne = isTwin(path, from) && left instanceof Uint8Array && isSame(now, left);
  if (isOne && isSame(left, expected)) return "expected";
  if (isSame(now, bytes) && (isOne || left === null)) return "done";
  return (now === null || isSame(now, bytes)) && isSame(left, expected) ? "expected" : "other";
}

/** A deleted and a new file that are one on a disk where case does not matter become one moved file. */
function joinTwins(writes: readonly FileWrite[]): readonly FileWrite[] {
  const gone = new Map(writes.flatMap((write) => (write.bytes ? [] : [[folded(write.path), write] as const])));
  const joined = new Set<FileWrite>();
  const all = writes.map((write) => {
    const twin = write.bytes && write.from === undefined ? gone.get(folded(write.path)) : undefined;
    if (!twin || joined.has(twin)) return write;
    joined.add(twin);
    return { ...write, from: twin.path, expected: twin.expected };
  });
  return all.filter((write) => !joined.has(write));
}

function isTwin(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

/** The same for all spellings of a path that are one on disks where case, or how letters are composed, does not matter. */
function folded(path: string): string {
  return path.normalize().toLowerCase();
}

/** A file's bytes; `"folder"` where a folder is in its place, which is never expected. */
async function contentOf(folder: FileSystemDirectoryHandle, path: string): Promise<Uint8Array | null | "folder"> {
  try {
    const parent = await parentOf(folder, path, false);
    const file = await (await parent.getFileHandle(nameOf(path))).getFile();
    return new Uint8Array(await file.arrayBuffer());
  } catch (caught) {
    if (caught instanceof DOMException && caught.name === "NotFoundError") return null;
    if (caught instanceof DOMException && caught.name === "TypeMismatchError") return "folder";
    throw caught;
  }
}

async function put(folder: FileSystemDirectoryHandle, { path, from, expected, bytes }: FileWrite): Promise<void> {
  if (!bytes) return remove(folder, path);
  if (from === undefined || !isTwin(path, from)) {
    await fill(folder, path, bytes);
    if (from !== undefined) await remove(folder, from);
    return;
  }
  // Where case does not matter, a file keeps its name as long as it is there.
  await remove(folder, from);
  try {
    await fill(folder, path, bytes);
  } catch (caught) {
    // Without the empty file that may have been made of the new name.
    await remove(folder, path).catch(() => undefined);
    if (expected) await fill(folder, from, expected);
    throw caught;
  }
}

async function fill(folder: FileSystemDirectoryHandle, path: string, bytes: Uint8Array): Promise<void> {
  const parent = await parentOf(folder, path, true);
  const file = await parent.getFileHandle(nameOf(path), { create: true });
  // It replaces the file when it is closed, and not before.
  const stream = await file.createWritable();
  await stream.write(bytes as BufferSource);
  await stream.close();
}

async function remove(folder: FileSystemDirectoryHandle, path: string): Promise<void> {
  const parent = await parentOf(folder, path, false);
  await parent.removeEntry(nameOf(path));
}

async function parentOf(folder: FileSystemDirectoryHandle, path: string, create: boolean) {
  let parent = folder;
  for (const name of path.split("/").slice(0, -1)) parent = await parent.getDirectoryHandle(name, { create });
  return parent;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function isSame(a: Uint8Array | null | "folder", b: Uint8Array | null): boolean {
  return a !== "folder" && isSameBytes(a, b);
}

/**
 * Turns an error of the disk into `file-not-written`: it is full, the name is refused, the file is locked or no longer
 * allowed.
 */
async function accessible<Value>(path: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (caught) {
    if (!(caught instanceof DOMException || caught instanceof TypeError)) throw caught;
    throw new FailureError({ code: "file-not-written", path }, { cause: caught });
  }
}
