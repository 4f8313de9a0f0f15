import { type SnapshotMode, snapshotMode } from "#lib/vfs/snapshot.ts";

/** One file of a zip archive, as its central directory describes it. Nothing of it is to be believed yet. */
export interface ZipEntry {
  /** As written: `../` and worse included. Folders end in a slash. */
  readonly path: string;
  readonly mode: SnapshotMode;
  readonly encrypted: boolean;
  /** 0: stored, 8: deflated; others are not read. */
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Where its local header begins in the archive. */
  readonly start: number;
}

/** Signatures and sizes of the records: APPNOTE 6.3.10, 4.3.7, 4.3.12 and 4.3.16. */
const local = { signature: 0x04034b50, size: 30 };
const central = { signature: 0x02014b50, size: 46 };
const end = { signature: 0x06054b50, size: 22, longestComment: 0xffff };

const unixHosts: ReadonlySet<number> = new Set([3, 19]);
const fileType = { mask: 0o170000, link: 0o120000 };
const anyExecute = 0o111;

/**
 * The entries in the directory's order; `undefined` when these bytes are no zip archive or its directory is cut or
 * damaged. Archives beyond 4 GB or 65,535 entries (zip64) are among these: no mount is that large.
 */
export function readZipDirectory(bytes: Uint8Array): readonly ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const endAt = findEnd(view);
  if (endAt === undefined) return undefined;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(endAt + 16, true);
  for (let count = view.getUint16(endAt + 10, true); count > 0; count--) {
    if (at + central.size > endAt || view.getUint32(at, true) !== central.signature) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    const next = at + central.size + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > endAt) return undefined;
    entries.push(readEntry(view, at, nameLength));
    at = next;
  }
  return entries;
}

/** An entry's compressed bytes; `undefined` when they are not where the directory says. */
export function zipContent(bytes: Uint8Array, entry: ZipEntry): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { start } = entry;
  if (start + local.size > bytes.length || view.getUint32(start, true) !== local.signature) return undefined;
  const from = start + local.size + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const to = from + entry.compressedSize;
  return to <= bytes.length ? bytes.subarray(from, to) : undefined;
}

/** The end record stands last, before a comment of any length. */
function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - end.size;
  for (let at = last; at >= Math.max(0, last - end.longestComment); at--) {
    if (view.getUint32(at, true) === end.signature) return at;
  }
  return undefined;
}

function readEntry(view: DataView, at: number, nameLength: number): ZipEntry {
  const name = new Uint8Array(view.buffer, view.byteOffset + at + central.size, nameLength);
  return {
    // Old archives may hold other encodings without saying which; the gate refuses what is not UTF-8.
    path: new TextDecoder("utf-8", { ignoreBOM: true }).decode(name),
    mode: modeOf(view.getUint8(at + 5), view.getUint32(at + 38, true)),
    encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
    method: view.getUint16(at + 10, true),
    crc32: view.getUint32(at + 16, true),
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    start: view.getUint32(at + 42, true),
  };
}

/** Unix keeps a file's mode in the upper half of the attributes. */
function modeOf(host: number, attributes: number): SnapshotMode {
  if (!unixHosts.has(host)) return snapshotMode.file;
  const mode = attributes >>> 16;
  if ((mode & fileType.mask) === fileType.link) return snapshotMode.link;
  return (mode & anyExecute) === 0 ? snapshotMode.file : snapshotMode.executable;
}
