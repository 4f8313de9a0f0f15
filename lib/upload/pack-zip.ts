import { nextTask } from "#lib/async/slices.ts";
import { type SnapshotEntry, type SnapshotMode, snapshotMode } from "#lib/vfs/snapshot.ts";

/** Packs a zip archive, entry by entry. */
export interface ZipPacker {
  add(entries: readonly SnapshotEntry[]): Promise<void>;
  /** The archive of everything that was added. */
  end(): Promise<Blob>;
}

/** Entries deflated at the same time. */
const deflatedAtOnce = 16;

/** Packs in the current thread, and blocks it: browsers deflate in the calling thread. */
export function createZipPacker(): ZipPacker {
  // One blob for each batch: a single one of thousands of parts would be long work in one task.
  const batches: Blob[] = [];
  const directory: Blob[] = [];
  let count = 0;
  let size = 0;
  async function addBatch(entries: readonly SnapshotEntry[]): Promise<void> {
    const parts: Uint8Array[] = [];
    const records: Uint8Array[] = [];
    for (const entry of await Promise.all(entries.map(pack))) {
      const local = header(entry, undefined);
      records.push(header(entry, size));
      parts.push(local, entry.content);
      size += local.length + entry.content.length;
    }
    count += entries.length;
    batches.push(new Blob(parts as BlobPart[]));
    directory.push(new Blob(records as BlobPart[]));
  }
  return {
    add: async (entries) => {
      for (let start = 0; start < entries.length; start += deflatedAtOnce) {
        await addBatch(entries.slice(start, start + deflatedAtOnce));
        await nextTask();
      }
    },
    end: async () => {
      const directorySize = directory.reduce((sum, records) => sum + records.size, 0);
      const end = endRecord(count, directorySize, size);
      return new Blob([...batches, ...directory, end as BlobPart], { type: "application/zip" });
    },
  };
}

interface Packed {
  readonly name: Uint8Array;
  readonly mode: SnapshotMode;
  readonly size: number;
  readonly crc32: number;
  /** The deflated content. */
  readonly content: Uint8Array;
}

/** RFC 1952: ten bytes before the deflated data, then its checksum and length. */
const gzip = { header: 10, trailer: 8 };

/** The browser's gzip is deflate with a checksum, which is everything that an entry needs. */
async function pack({ path, mode, bytes }: SnapshotEntry): Promise<Packed> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream("gzip"));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  const end = whole.length - gzip.trailer;
  return {
    name: new TextEncoder().encode(path),
    mode,
    size: bytes.length,
    crc32: new DataView(whole.buffer).getUint32(end, true),
    content: whole.slice(gzip.header, end),
  };
}

const version = 20;
const unix = 3;
const utf8Names = 0x0800;
const deflated = 8;
/** The first of January 1980, the earliest possible date. */
const noDate = 0x21;
const unixModes = { [snapshotMode.file]: 0o100644, [snapshotMode.executable]: 0o100755, [snapshotMode.link]: 0o120777 };

/**
 * An entry's local header (APPNOTE 4.3.7), or its directory header (4.3.12) when `start` gives the offset of the local
 * one.
 */
function header({ name, mode, size, crc32, content }: Packed, start: number | undefined): Uint8Array {
  const isCentral = start !== undefined;
  const fields = new Fields();
  fields.long(isCentral ? 0x02014b50 : 0x04034b50);
  if (isCentral) fields.short((unix << 8) | version);
  for (const value of [version, utf8Names, deflated, 0, noDate]) fields.short(value);
  for (const value of [crc32, content.length, size]) fields.long(value);
  for (const value of [name.length, 0]) fields.short(value);
  if (isCentral) {
    for (const value of [0, 0, 0]) fields.short(value);
    fields.long((unixModes[mode] << 16) >>> 0);
    fields.long(start);
  }
  return new Uint8Array([...fields.bytes(), ...name]);
}

/** APPNOTE 4.3.16. */
function endRecord(count: number, directorySize: number, directoryStart: number): Uint8Array {
  const fields = new Fields();
  fields.long(0x06054b50);
  for (const value of [0, 0, count, count]) fields.short(value);
  for (const value of [directorySize, directoryStart]) fields.long(value);
  fields.short(0);
  return fields.bytes();
}

/** Numbers one after another, little endian as in zip. */
class Fields {
  readonly #bytes: number[] = [];

  short(value: number): void {
    this.#bytes.push(value & 0xff, (value >>> 8) & 0xff);
  }

  long(value: number): void {
    this.short(value & 0xffff);
    this.short(value >>> 16);
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.#bytes);
  }
}
