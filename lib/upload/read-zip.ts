import { type FileEntry, type Reader, ZipReader } from "@zip.js/zip.js/lib/zip-core-reader.js";
import { nextTask } from "#lib/async/slices.ts";
import { FailureError } from "#lib/failure.ts";
import { type SnapshotEntry, type SnapshotMode, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate } from "#lib/vfs/snapshot-gate.ts";
import { damagedArchive, isShadowFile, planArchive } from "./archive-files.ts";
import { type ReadUpload, refuseEmpty } from "./folder.ts";
import { type ReadOptions, readEntries } from "./read-entries.ts";

/** Entries inflated at the same time, off this thread. */
const inflatedAtOnce = 16;

/** A file of a zip archive, as its central directory describes it. Not verified yet. */
export interface ZippedFile {
  /** As written: may contain `../` and worse. Folders end in a slash. */
  readonly path: string;
  /** Bytes, as the archive claims; inflating stops there. */
  readonly size: number;
}

/**
 * Reads a zip archive; see `readArchive`. zip.js reads the format: the directory, zip64, local headers, and whether
 * entries overlap. The browser inflates, because zip.js passes every entry through ten streams in this thread, which
 * takes four times as long with thousands of small files.
 */
export async function readZip(name: string, bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadUpload> {
  const directory = await readDirectory(name, bytes, options);
  const files = directory.filter(({ filename }) => !filename.endsWith("/") && !isShadowFile(filename));
  const gate = createSnapshotGate();
  const taken = files.filter(({ filename, uncompressedSize }) => gate.take(filename, uncompressedSize));
  const warnings = gate.warnings();
  if (taken.length === 0) refuseEmpty(warnings);
  const plan = planArchive(
    name,
    taken.map(({ filename }) => filename),
  );
  const unread = taken.map((file) => ({
    path: plan.place(file.filename),
    mode: modeOf(file),
    size: file.uncompressedSize,
    read: () => inflateEntry(name, bytes, file),
  }));
  const upload = { files: unread, warnings, phase: "unpacking", atOnce: inflatedAtOnce } as const;
  return { name: plan.name, snapshot: await readEntries(upload, options), warnings };
}

/**
 * Every file of a zip archive exactly as it is there, none left out or moved, in the archive's order. `admit` gets all
 * of them before any is unpacked, and throws where they are too many, too large or badly named. Also throws
 * `archive-damaged` and `cancelled`.
 */
export async function readZipFiles(
  name: string,
  archive: Blob,
  admit: (files: readonly ZippedFile[]) => void,
  options: ReadOptions = {},
): Promise<readonly SnapshotEntry[]> {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const directory = await readDirectory(name, bytes, options);
  // Each pass over thousands of entries fills a task.
  await nextTask();
  admit(directory.map(({ filename, uncompressedSize }) => ({ path: filename, size: uncompressedSize })));
  await nextTask();
  return inflateAll(name, bytes, directory, options);
}

/** The entries in the directory's order. Names are left to the gate, which refuses any that are not UTF-8. */
async function readDirectory(name: string, bytes: Uint8Array, { signal }: ReadOptions): Promise<readonly FileEntry[]> {
  const reader = new ZipReader(readerOf(bytes), {
    filenameValidation: "tolerant",
    decodeText: (text) => utf8.decode(text),
  });
  const entries: FileEntry[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      entries.push(entry as FileEntry);
      if (entries.length % entriesInTask === 0) await nextTask();
      if (signal?.aborted) break;
    }
  } catch (caught) {
    damagedArchive(name, "it is not an archive, or it is cut short", caught);
  }
  throwIfCancelled(signal);
  return entries;
}

/** The methods of a reader that are needed here. The library's own reader brings its writing half along. */
function readerOf(bytes: Uint8Array): Reader<unknown> {
  const reader: Partial<Reader<unknown>> = {
    size: bytes.length,
    readUint8Array: (start, length) => Promise.resolve(bytes.subarray(start, start + length)),
  };
  return reader as Reader<unknown>;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
/** Entries of the directory that are read in one task. */
const entriesInTask = 500;

/** The bytes of `files`, in order. Throws `archive-damaged` and `cancelled`. */
async function inflateAll(
  name: string,
  bytes: Uint8Array,
  files: readonly FileEntry[],
  { signal, onProgress }: ReadOptions,
): Promise<SnapshotEntry[]> {
  const entries: SnapshotEntry[] = [];
  for (let start = 0; start < files.length; start += inflatedAtOnce) {
    throwIfCancelled(signal);
    const batch = files.slice(start, start + inflatedAtOnce);
    const inflate = async (file: FileEntry): Promise<SnapshotEntry> => ({
      path: file.filename,
      mode: modeOf(file),
      bytes: await inflateEntry(name, bytes, file),
    });
    entries.push(...(await Promise.all(batch.map(inflate))));
    onProgress?.({ phase: "unpacking", done: entries.length, total: files.length });
  }
  return entries;
}

async function inflateEntry(name: string, bytes: Uint8Array, entry: FileEntry): Promise<Uint8Array> {
  const { filename: path, encrypted } = entry;
  if (encrypted) damagedArchive(name, `${path} is encrypted`);
  const inflated = await inflateChecked(await contentOf(name, bytes, entry), entry);
  return inflated ?? damagedArchive(name, `${path} cannot be unpacked`);
}

/** An entry's compressed bytes. Its local header must match the directory, and no other entry may overlap it. */
async function contentOf(name: string, bytes: Uint8Array, entry: FileEntry): Promise<Uint8Array> {
  try {
    await entry.getData(new WritableStream(), { checkOverlappingEntryOnly: true });
  } catch (caught) {
    damagedArchive(name, `${entry.filename} cannot be unpacked`, caught);
  }
  const start = entry.localDirectory?.dataOffset ?? bytes.length;
  return bytes.subarray(start, start + entry.compressedSize);
}

function modeOf({ symlink, executable }: FileEntry): SnapshotMode {
  if (symlink) return snapshotMode.link;
  return executable ? snapshotMode.executable : snapshotMode.file;
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new FailureError({ code: "cancelled" });
}

const stored = 0;
const deflated = 8;
const longestStoredBlock = 0xffff;

/**
 * An entry's bytes. `undefined` when they cannot be inflated, are more or fewer than `size`, or do not match the
 * checksum. The browser does the work off this thread: wrapped as a gzip file, the entry is checked for length and CRC
 * as well. Stops as soon as more comes out than claimed, so that a bomb costs no more than its claim.
 */
async function inflateChecked(
  content: Uint8Array,
  { compressionMethod: method, uncompressedSize: size, crc32 = 0 }: FileEntry,
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

/** Whether an error means damaged data: a TypeError by the standard; Node adds its zlib's code. */
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

/** Bytes as uncompressed deflate blocks (RFC 1951, 3.2.4). */
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
