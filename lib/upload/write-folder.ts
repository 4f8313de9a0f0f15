import { FailureError } from "#lib/failure.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";

/** The wanted and the expected present content of a file; `null` for no file. */
export interface FileWrite {
  /** Relative to the folder. */
  readonly path: string;
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
  for (const write of writes) {
    const now = await accessible(write.path, contentOf(folder, write.path));
    if (isSame(now, write.bytes)) continue;
    if (isSame(now, write.expected)) ahead.push(write);
    else differing.push(write.path);
  }
  if (differing.length > 0 && !leavesDiffering) return { written: 0, differing };
  for (const write of ahead) await accessible(write.path, put(folder, write));
  return { written: ahead.length, differing };
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

async function put(folder: FileSystemDirectoryHandle, { path, bytes }: FileWrite): Promise<void> {
  const parent = await parentOf(folder, path, bytes !== null);
  if (!bytes) return await parent.removeEntry(nameOf(path));
  const file = await parent.getFileHandle(nameOf(path), { create: true });
  // It replaces the file when it is closed, and not before.
  const stream = await file.createWritable();
  await stream.write(bytes as BufferSource);
  await stream.close();
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
