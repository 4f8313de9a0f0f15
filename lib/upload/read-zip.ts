import { FailureError } from "#lib/failure.ts";
import type { SnapshotEntry } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate } from "#lib/vfs/snapshot-gate.ts";
import { damagedArchive, isShadowFile, placeArchive } from "./archive-files.ts";
import type { ReadOptions, ReadUpload } from "./folder.ts";
import { inflateChecked } from "./inflate-checked.ts";
import { readZipDirectory, type ZipEntry, zipContent } from "./zip-directory.ts";

/** Entries inflated at the same time, off this thread. */
const inflatedAtOnce = 16;

/** Reads a zip archive; see `readArchive`. Every size is the archive's claim, to which `inflateChecked` holds it. */
export async function readZip(name: string, bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadUpload> {
  const directory = readZipDirectory(bytes) ?? damagedArchive(name, "it is no archive, or it is cut short");
  const files = directory.filter(({ path }) => !path.endsWith("/") && !isShadowFile(path));
  const gate = createSnapshotGate();
  for (const { path, size } of files) gate.admit(path, size);
  return placeArchive(name, await inflateAll(name, bytes, files, options), gate.warnings());
}

/** The bytes of `files`, in their order. Throws `archive-damaged` and `cancelled`. */
export async function inflateAll(
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
  if (entry.encrypted) damagedArchive(name, `${path} is encrypted`);
  const content = zipContent(bytes, entry);
  const inflated = content && (await inflateChecked(content, entry));
  return { path, mode, bytes: inflated ?? damagedArchive(name, `${path} cannot be unpacked`) };
}
