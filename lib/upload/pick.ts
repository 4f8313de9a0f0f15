import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";

/** A file that a person chose, not read yet. */
export interface PickedFile {
  /** Relative, beginning with the chosen folder's own name; includes hidden files. */
  readonly path: string;
  readonly file: Blob;
}

/** The files of an `<input webkitdirectory>`, without those that `isLeftOut` excludes. */
export function pickedFiles(list: Iterable<File>): PickedFile[] {
  const picked = Array.from(list, (file) => ({ path: file.webkitRelativePath || file.name, file }));
  return picked.filter(({ path }) => !isLeftOut(path));
}

/**
 * Whether a path is left out: a git folder (its objects are not part of a tree) and files that file managers create
 * everywhere.
 */
export function isLeftOut(path: string): boolean {
  return /(?:^|\/)(?:\.git(?:\/|$)|(?:\.DS_Store|Thumbs\.db)$)/.test(path);
}

/**
 * The files of a drop, with folders read to any depth. Call it within the drop event: the browser empties `items` right
 * after. Throws `upload-unreadable`, `cancelled`, and `too-many-files` as soon as there are too many: a whole home
 * folder may have been dropped by mistake.
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
    if (isFolder(entry)) for (const inner of await readFolder(entry)) ahead.push(inner);
    else
      picked.push({
        path,
        file: await readable(path, (resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
      });
    // Folders count, too, so that a tree of empty ones is bounded.
    refuseTooMany(picked.length + ahead.length);
  }
  return picked;
}

function refuseTooMany(count: number): void {
  if (count > mountLimits.files) throw new FailureError({ code: "too-many-files", limit: mountLimits.files });
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** Chromium returns at most 100 entries a call: only an empty answer is the end. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const batch = await readable<FileSystemEntry[]>(folder.fullPath.slice(1), (resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return entries;
    entries.push(...batch);
    refuseTooMany(entries.length);
  }
}

/** A promise for an old-style callback API; its errors mean that the disk did not provide the file. */
function readable<Value>(
  path: string,
  call: (resolve: (value: Value) => void, reject: (error: DOMException) => void) => void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    call(resolve, (cause) => reject(new FailureError({ code: "upload-unreadable", path }, { cause })));
  });
}

/** A folder on a person's disk that the page may read again. Can be stored in IndexedDB. */
export interface LiveFolder extends FileSystemDirectoryHandle {
  // Of the File System Access API, which TypeScript's own types leave out.
  queryPermission(mode: { readonly mode: "read" }): Promise<PermissionState>;
  requestPermission(mode: { readonly mode: "read" }): Promise<PermissionState>;
}

/** A folder that `skillground serve` serves: like one that a person has chosen, but it reports changes. */
export interface ServedFolder extends LiveFolder {
  /** Identifies the folder on its machine without revealing its path. */
  readonly id: string;
  /**
   * Calls `onChange` when something in the folder has changed, until `signal` aborts or the connection ends. The caller
   * then reads the folder again. Never rejects.
   */
  follow(onChange: () => void, signal: AbortSignal): Promise<void>;
}

export function isServedFolder(folder: LiveFolder): folder is ServedFolder {
  return "follow" in folder;
}

const picker = globalThis as { showDirectoryPicker?: (options: { readonly mode: "read" }) => Promise<LiveFolder> };

/** Whether this browser can open a folder for repeated reading (Chromium can). */
export function canOpenLiveFolder(): boolean {
  return picker.showDirectoryPicker !== undefined;
}

/** Asks the person for a folder; `undefined` when they cancel. Call it on a click. */
export async function pickLiveFolder(): Promise<LiveFolder | undefined> {
  try {
    return await picker.showDirectoryPicker?.({ mode: "read" });
  } catch (caught) {
    if (caught instanceof DOMException && caught.name === "AbortError") return undefined;
    throw caught;
  }
}

/** The extensions of archives that can be opened, in the form for a file chooser. */
export const archiveEndings = [".zip", ".skill", ".tar.gz", ".tgz", ".tar"] as const;

const ending = /\.(?:zip|skill|tar\.gz|tgz|tar)$/i;

/** Whether a file of this name is unpacked. */
export function isArchiveName(name: string): boolean {
  return ending.test(name);
}

/** An archive's name without its extension; any other name unchanged. */
export function withoutEnding(name: string): string {
  return name.replace(ending, "") || name;
}
