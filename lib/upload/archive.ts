import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { createSnapshot, type SnapshotEntry } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate } from "#lib/vfs/snapshot-gate.ts";
import { commonFolder } from "./common-folder.ts";
import { isLeftOut, type ReadOptions, type ReadUpload } from "./folder.ts";
import { inflateChecked } from "./inflate-checked.ts";
import { readZipDirectory, type ZipEntry, zipContent } from "./zip-directory.ts";

/** Entries inflated at the same time, off this thread. */
const inflatedAtOnce = 16;

/**
 * Reads a `.zip` or `.skill` archive. A folder that holds everything is left off the paths and gives the name,
 * otherwise the archive's own does. Links stay links; executable bits are kept.
 *
 * Throws `archive-damaged` for what is no archive, is cut, encrypted or does not match its checksum, the gate's failures
 * (`../`, absolute paths and backslashes are `name-refused`), `upload-empty`, `upload-unreadable` and `cancelled`.
 */
export async function readArchive(name: string, archive: Blob, options: ReadOptions = {}): Promise<ReadUpload> {
  const bytes = await readBytes(name, archive);
  const directory = readZipDirectory(bytes) ?? damaged(name, "it is not a zip archive, or it is cut short");
  const files = directory.filter(({ path }) => !path.endsWith("/") && !isLeftOut(path) && !isFromFinder(path));
  if (files.length === 0) throw new FailureError({ code: "upload-empty" });
  const gate = createSnapshotGate();
  // Sizes as the archive claims them; `inflateChecked` holds it to that.
  for (const { path, size } of files) gate.admit(path, size);
  const top = commonFolder(files.map(({ path }) => path));
  const entries = await inflateAll(name, bytes, files, options);
  const placed = top ? entries.map((entry) => ({ ...entry, path: entry.path.slice(top.length + 1) })) : entries;
  return { name: top ?? name.replace(/\.[^.]+$/, ""), snapshot: createSnapshot(placed), warnings: gate.warnings };
}

/** The shadow files that the archiver of macOS adds. */
function isFromFinder(path: string): boolean {
  return path.startsWith("__MACOSX/");
}

async function readBytes(name: string, archive: Blob): Promise<Uint8Array> {
  if (archive.size > mountLimits.bytes)
    throw new FailureError({ code: "too-large", limit: mountLimits.bytes, path: name });
  try {
    return new Uint8Array(await archive.arrayBuffer());
  } catch (caught) {
    if (!(caught instanceof DOMException)) throw caught;
    throw new FailureError({ code: "upload-unreadable", path: name }, { cause: caught });
  }
}

async function inflateAll(
  name: string,
  bytes: Uint8Array,
  files: readonly ZipEntry[],
  { signal, onProgress }: ReadOptions,
): Promise<SnapshotEntry[]> {
  const entries: SnapshotEntry[] = [];
  for (let start = 0; start < files.length; start += inflatedAtOnce) {
    if (signal?.aborted) throw new FailureError({ code: "cancelled" });
    const batch = files.slice(start, start + inflatedAtOnce);
    entries.push(...(await Promise.all(batch.map((file) => inflateEntry(name, bytes, file)))));
    onProgress?.({ phase: "unpacking", done: entries.length, total: files.length });
  }
  return entries;
}

async function inflateEntry(name: string, bytes: Uint8Array, entry: ZipEntry): Promise<SnapshotEntry> {
  const { path, mode } = entry;
  if (entry.encrypted) damaged(name, `${path} is encrypted`);
  const content = zipContent(bytes, entry);
  const inflated = content && (await inflateChecked(content, entry));
  return { path, mode, bytes: inflated ?? damaged(name, `${path} cannot be unpacked`) };
}

function damaged(name: string, detail: string): never {
  throw new FailureError({ code: "archive-damaged", name, detail });
}
