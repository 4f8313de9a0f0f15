import { nextTask } from "#lib/async/slices.ts";
import { FailureError } from "#lib/failure.ts";
import type { SnapshotEntry } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate } from "#lib/vfs/snapshot-gate.ts";
import { damagedArchive, isShadowFile, placeArchive } from "./archive-files.ts";
import type { ReadOptions, ReadUpload } from "./folder.ts";
import { readZipDirectory, type ZipEntry, zipContent } from "./zip-directory.ts";

/** Entries inflated at the same time, off this thread. */
const inflatedAtOnce = 16;

/** Reads a zip archive; see `readArchive`. Every size is the archive's claim, to which `inflateChecked` holds it. */
export async function readZip(name: string, bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadUpload> {
  const directory = readZipDirectory(bytes) ?? damagedArchive(name, "it is no archive, or it is cut short");
  const files = directory.filter(({ path }) => !path.endsWith("/") && !isShadowFile(path));
  const gate = createSnapshotGate();
  const taken = files.filter(({ path, size }) => gate.take(path, size));
  return placeArchive(name, await inflateAll(name, bytes, taken, options), gate.warnings());
}

/** The bytes of `files`, in their order. Throws `archive-damaged` and `cancelled`. */
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
  if (entry.encrypted) damagedArchive(name, `${path} is encrypted`);
  const content = zipContent(bytes, entry);
  const inflated = content && (await inflateChecked(content, entry));
  return { path, mode, bytes: inflated ?? damagedArchive(name, `${path} cannot be unpacked`) };
}

export interface ZippedFile {
  /** As written, whatever it holds. */
  readonly path: string;
  /** Bytes, as the archive claims; more never come out. */
  readonly size: number;
}

/**
 * Every file of a zip archive exactly as it is there, none left out or moved, in the archive's order. `admit` is shown
 * all of them before any is unpacked, and throws where they are too many, too large or badly named. Throws
 * `archive-damaged` and `cancelled` besides.
 */
export async function readZipFiles(
  name: string,
  archive: Blob,
  admit: (files: readonly ZippedFile[]) => void,
  options: ReadOptions = {},
): Promise<readonly SnapshotEntry[]> {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const directory = readZipDirectory(bytes) ?? damagedArchive(name, "it is no archive, or it is cut short");
  // Thousands of entries are work enough for a task each time they are gone through.
  await nextTask();
  admit(directory);
  await nextTask();
  return inflateAll(name, bytes, directory, options);
}

const stored = 0;
const deflated = 8;
const longestStoredBlock = 0xffff;

/**
 * An entry's bytes. `undefined` when they cannot be inflated, are more or fewer than `size`, or fail the checksum. The
 * browser does the work off this thread: wrapped as a gzip file, the entry is checked for length and CRC as well. Stops
 * as soon as more comes out than was said, so that a bomb costs no more than its claim.
 */
async function inflateChecked(
  content: Uint8Array,
  { method, size, crc32 }: Pick<ZipEntry, "method" | "size" | "crc32">,
): Promise<Uint8Array | undefined> {
  if (method !== stored && method !== deflated) return undefined;
  const gzip = new Blob([
    gzipHeader,
    ...(method === stored ? storedBlocks(content) : [content]),
    trailer(crc32, size),
  ] as BlobPart[]);
  const reader = gzip.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const bytes = new Uint8Array(size);
  let length = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      if (length + chunk.value.length > size) {
        await reader.cancel();
        return undefined;
      }
      bytes.set(chunk.value, length);
      length += chunk.value.length;
    }
  } catch (caught) {
    if (isBadData(caught)) return undefined;
    throw caught;
  }
  return length === size ? bytes : undefined;
}

/** A TypeError by the standard; Node adds its zlib's code. */
function isBadData(caught: unknown): boolean {
  return caught instanceof TypeError || (caught instanceof Error && "code" in caught);
}

/** RFC 1952: magic, deflate, no flags, no time, unknown system. */
const gzipHeader = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

function trailer(crc32: number, size: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, crc32, true);
  view.setUint32(4, size, true);
  return new Uint8Array(view.buffer);
}

/** Plain bytes as deflate writes them (RFC 1951, 3.2.4). */
function storedBlocks(content: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  let start = 0;
  do {
    const block = content.subarray(start, start + longestStoredBlock);
    start += block.length;
    const header = new DataView(new ArrayBuffer(5));
    header.setUint8(0, start === content.length ? 1 : 0);
    header.setUint16(1, block.length, true);
    header.setUint16(3, ~block.length & 0xffff, true);
    blocks.push(new Uint8Array(header.buffer), block);
  } while (start < content.length);
  return blocks;
}
