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

/** Signatures and sizes of the records: APPNOTE 6.3.10, 4.3.7, 4.3.12 and 4.3.14 to 4.3.16. */
const local = { signature: 0x04034b50, size: 30 };
const central = { signature: 0x02014b50, size: 46 };
const end = { signature: 0x06054b50, size: 22, longestComment: 0xffff };
const end64 = { signature: 0x06064b50, size: 56 };
const locator64 = { signature: 0x07064b50, size: 20 };

/** What a field holds whose value stands in a 64-bit one instead. */
const elsewhere = { short: 0xffff, long: 0xffffffff };
/** The extra field with an entry's 64-bit values (APPNOTE 4.5.3). */
const extra64 = 0x0001;

const unixHosts: ReadonlySet<number> = new Set([3, 19]);
const fileType = { mask: 0o170000, link: 0o120000 };
const anyExecute = 0o111;

/**
 * The entries in the directory's order; `undefined` when these bytes are no zip archive or its directory is cut or
 * damaged. Zip64 is read, because tools that write to a stream use it whatever the size.
 */
export function readZipDirectory(bytes: Uint8Array): readonly ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const endAt = findEnd(view);
  if (endAt === undefined) return undefined;
  const whole = readEnd(view, endAt);
  if (!whole) return undefined;
  const entries: ZipEntry[] = [];
  let at = whole.start;
  for (let { count } = whole; count > 0; count--) {
    if (at + central.size > endAt || view.getUint32(at, true) !== central.signature) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    const extraAt = at + central.size + nameLength;
    const extraEnd = extraAt + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > endAt) return undefined;
    const place = readPlace(view, at, extraAt, extraEnd);
    if (!place) return undefined;
    entries.push({ ...readEntry(view, at, nameLength), ...place });
    at = next;
  }
  return entries;
}

/** How many entries the directory has and where it begins. */
function readEnd(view: DataView, endAt: number): { readonly count: number; readonly start: number } | undefined {
  const count = view.getUint16(endAt + 10, true);
  const start = view.getUint32(endAt + 16, true);
  if (count !== elsewhere.short && start !== elsewhere.long) return { count, start };
  const locatorAt = endAt - locator64.size;
  if (locatorAt < 0 || view.getUint32(locatorAt, true) !== locator64.signature) return { count, start };
  const at = readLong(view, locatorAt + 8);
  if (at === undefined || at + end64.size > locatorAt || view.getUint32(at, true) !== end64.signature) return undefined;
  const count64 = readLong(view, at + 32);
  const start64 = readLong(view, at + 48);
  return count64 === undefined || start64 === undefined ? undefined : { count: count64, start: start64 };
}

/** A 64-bit number; `undefined` beyond what numbers here can tell apart. */
function readLong(view: DataView, at: number): number | undefined {
  const value = Number(view.getBigUint64(at, true));
  return Number.isSafeInteger(value) ? value : undefined;
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

function readEntry(view: DataView, at: number, nameLength: number): Omit<ZipEntry, keyof ZipPlace> {
  const name = new Uint8Array(view.buffer, view.byteOffset + at + central.size, nameLength);
  return {
    // Old archives may hold other encodings without saying which; the gate refuses what is not UTF-8.
    path: new TextDecoder("utf-8", { ignoreBOM: true }).decode(name),
    mode: modeOf(view.getUint8(at + 5), view.getUint32(at + 38, true)),
    encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
    method: view.getUint16(at + 10, true),
    crc32: view.getUint32(at + 16, true),
  };
}

type ZipPlace = Pick<ZipEntry, "size" | "compressedSize" | "start">;

/** Sizes and place; those that say "elsewhere" stand in the 64-bit field, in this order. */
function readPlace(view: DataView, at: number, extraAt: number, extraEnd: number): ZipPlace | undefined {
  const long = longsOf(view, extraAt, extraEnd);
  const read = (field: number) => {
    const value = view.getUint32(at + field, true);
    return value === elsewhere.long ? long.next().value : value;
  };
  const [size, compressedSize, start] = [read(24), read(20), read(42)];
  if (size === undefined || compressedSize === undefined || start === undefined) return undefined;
  return { size, compressedSize, start };
}

/** The numbers of the 64-bit extra field. */
function* longsOf(view: DataView, from: number, to: number): Generator<number | undefined, undefined> {
  for (let at = from; at + 4 <= to; ) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === extra64) {
      const last = Math.min(at + 4 + length, to) - 8;
      for (let value = at + 4; value <= last; value += 8) yield readLong(view, value);
      return undefined;
    }
    at += 4 + length;
  }
  return undefined;
}

/** Unix keeps a file's mode in the upper half of the attributes. */
function modeOf(host: number, attributes: number): SnapshotMode {
  if (!unixHosts.has(host)) return snapshotMode.file;
  const mode = attributes >>> 16;
  if ((mode & fileType.mask) === fileType.link) return snapshotMode.link;
  return (mode & anyExecute) === 0 ? snapshotMode.file : snapshotMode.executable;
}
