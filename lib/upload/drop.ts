import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { isLeftOut, type PickedFile } from "./folder.ts";

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
