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
  const standings: [FileWrite, Standing][] = [];
  for (const write of joinTwins(writes))
    standings.push([write, await accessible(write.path, standingOf(folder, write))]);
  const expected = standings.flatMap(([write, standing]) => (standing === "expected" ? [write] : []));
  const leavers = new Map(expected.flatMap((write) => leftBy(write).map((path) => [path, write] as const)));
  const makers = new Map<FileWrite, Set<FileWrite>>();
  for (const write of expected) {
    const room = await accessible(write.path, roomMakers(folder, write, leavers));
    if (room) makers.set(write, room);
  }
  const ahead = inOrder(makers);
  const differing = standings.flatMap(([write, standing]) =>
    standing === "done" || ahead.has(write) ? [] : [write.path],
  );
  if (differing.length > 0 && !leavesDiffering) return { written: 0, differing };
  for (const write of ahead) await accessible(write.path, put(folder, write));
  return { written: ahead.size, differing };
}

/**
 * The writes that can be done, each after those that make room for it. Left out is what waits for one that cannot.
 * @param makers who makes room for each
 */
function inOrder(makers: ReadonlyMap<FileWrite, Set<FileWrite>>): ReadonlySet<FileWrite> {
  const waits = [...makers].flatMap(([write, room]) => [...room].map((maker) => ({ write, room, maker })));
  const waitingFor = Map.groupBy(waits, ({ maker }) => maker);
  const ordered = new Set([...makers.keys()].filter((write) => makers.get(write)?.size === 0));
  // Also goes through what is added on the way.
  for (const done of ordered) {
    for (const { write, room } of waitingFor.get(done) ?? []) {
      room.delete(done);
      if (room.size === 0) ordered.add(write);
    }
  }
  return ordered;
}

type Standing = "done" | "expected" | "other";

async function standingOf(
  folder: FileSystemDirectoryHandle,
  { path, from, expected, bytes }: FileWrite,
): Promise<Standing> {
  const now = await contentOf(folder, path);
  if (from === undefined) return isSameBytes(now, bytes) ? "done" : isSameBytes(now, expected) ? "expected" : "other";
  const left = await contentOf(folder, from);
  // Where case does not matter, both names are of one file.
  const isOne = isTwin(path, from) && left !== null && isSameBytes(now, left);
  if (isOne && isSameBytes(left, expected)) return "expected";
  if (isSameBytes(now, bytes) && (isOne || left === null)) return "done";
  return (now === null || isSameBytes(now, bytes)) && isSameBytes(left, expected) ? "expected" : "other";
}

/** The path at which no file is any more after this write, if there is one. */
function leftBy({ path, from, bytes }: FileWrite): string[] {
  return bytes ? (from === undefined ? [] : [folded(from)]) : [folded(path)];
}

/** The other writes that must be done before a file can be at its path; `undefined` where something stays that lies there. */
async function roomMakers(
  folder: FileSystemDirectoryHandle,
  write: FileWrite,
  leavers: ReadonlyMap<string, FileWrite>,
): Promise<Set<FileWrite> | undefined> {
  const makers = new Set<FileWrite>();
  if (!write.bytes) return makers;
  for await (const path of inTheWay(folder, write.path)) {
    const maker = leavers.get(folded(path));
    if (!maker) return undefined;
    // Its own file leaves as it is put.
    if (maker !== write) makers.add(maker);
  }
  return makers;
}

/** The files that keep another from being at `path`: one in place of a folder above it, or those in a folder of its name. */
async function* inTheWay(folder: FileSystemDirectoryHandle, path: string): AsyncGenerator<string> {
  let place = folder;
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const above = path.slice(0, end);
    const next = await entryIn(place, nameOf(above));
    if (next === "file") yield above;
    if (typeof next !== "object") return;
    place = next;
  }
  const there = await entryIn(place, nameOf(path));
  if (typeof there === "object") yield* filesIn(there, path);
}

async function* filesIn(folder: FileSystemDirectoryHandle, path: string): AsyncGenerator<string> {
  for await (const [name, entry] of folder.entries()) {
    const inner = `${path}/${name}`;
    if (entry.kind === "file") yield inner;
    else yield* filesIn(entry as FileSystemDirectoryHandle, inner);
  }
}

/** The folder of this name; `"file"` for a file, `undefined` for nothing. */
async function entryIn(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<FileSystemDirectoryHandle | "file" | undefined> {
  try {
    return await folder.getDirectoryHandle(name);
  } catch (caught) {
    if (isCalled(caught, "NotFoundError")) return undefined;
    if (isCalled(caught, "TypeMismatchError")) return "file";
    throw caught;
  }
}

function isCalled(caught: unknown, name: string): boolean {
  return caught instanceof DOMException && caught.name === name;
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

/** A file's bytes; `null` for no file, also where a folder is in its place, or a file in that of its folder. */
async function contentOf(folder: FileSystemDirectoryHandle, path: string): Promise<Uint8Array | null> {
  try {
    const parent = await parentOf(folder, path, false);
    const file = await (await parent.getFileHandle(nameOf(path))).getFile();
    return new Uint8Array(await file.arrayBuffer());
  } catch (caught) {
    if (isCalled(caught, "NotFoundError") || isCalled(caught, "TypeMismatchError")) return null;
    throw caught;
  }
}

async function put(folder: FileSystemDirectoryHandle, { path, from, expected, bytes }: FileWrite): Promise<void> {
  if (!bytes) return remove(folder, path);
  if (from === undefined || !isInTheWay(from, path)) {
    await fill(folder, path, bytes);
    if (from !== undefined) await remove(folder, from);
    return;
  }
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

/**
 * Whether a file must go before its content can be at another path: where case does not matter, a file keeps its name
 * as long as it is there, and a folder and a file cannot have one name.
 */
function isInTheWay(from: string, path: string): boolean {
  const [one, other] = [folded(from), folded(path)];
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

async function fill(folder: FileSystemDirectoryHandle, path: string, bytes: Uint8Array): Promise<void> {
  const parent = await parentOf(folder, path, true);
  await removeEmptied(parent, nameOf(path));
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

/** Removes a folder without files. The browser refuses to remove any other one, in which somebody may have put a file meanwhile. */
async function removeEmptied(parent: FileSystemDirectoryHandle, name: string): Promise<void> {
  const emptied = await entryIn(parent, name);
  if (typeof emptied !== "object") return;
  const names: string[] = [];
  for await (const [inner] of emptied.entries()) names.push(inner);
  for (const inner of names) await removeEmptied(emptied, inner);
  await parent.removeEntry(name);
}

async function parentOf(folder: FileSystemDirectoryHandle, path: string, create: boolean) {
  let parent = folder;
  for (const name of path.split("/").slice(0, -1)) parent = await parent.getDirectoryHandle(name, { create });
  return parent;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
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
