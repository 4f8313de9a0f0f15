/** What an archive's list of contents tells of a file beside its name. */
export interface ZipEntry {
  /** Milliseconds since 1970. */
  readonly mtime: number;
  /** The permissions, if the archive was made on Unix. */
  readonly mode: number | undefined;
  readonly attributes: number;
  readonly isStored: boolean;
  /** Bytes in the archive. */
  readonly packed: number;
}

const headerLength = 46;
const endLength = 22;
const longestComment = 0xffff;

/**
 * Reads the central directory of a ZIP archive (APPNOTE 4.3.12), which fflate does not report. Damaged archives give what can be read of
 * them: unpacking reports the damage.
 * @returns by name
 */
export function zipEntries(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, ZipEntry>();
  const end = endOfDirectory(view);
  if (end === undefined) return entries;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + headerLength > bytes.length || view.getUint32(at, true) !== 0x02014b50) break;
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    const attributes = view.getUint32(at + 38, true);
    const isUnix = view.getUint8(at + 5) === 3;
    entries.set(new TextDecoder().decode(bytes.subarray(at + headerLength, at + headerLength + name)), {
      mtime: timeOf(view.getUint16(at + 12, true), view.getUint16(at + 14, true)),
      mode: isUnix ? (attributes >>> 16) & 0o777 : undefined,
      attributes,
      isStored: view.getUint16(at + 10, true) === 0,
      packed: view.getUint32(at + 20, true),
    });
    at += headerLength + name + extra + comment;
  }
  return entries;
}

function endOfDirectory(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - endLength - longestComment);
  for (let at = view.byteLength - endLength; at >= first; at--) if (view.getUint32(at, true) === 0x06054b50) return at;
  return undefined;
}

/** MS-DOS's time and date, taken as UTC, which is the time zone of runs. */
function timeOf(time: number, date: number): number {
  const [hours, minutes, seconds] = [time >> 11, (time >> 5) & 63, (time & 31) * 2];
  return Date.UTC((date >> 9) + 1980, ((date >> 5) & 15) - 1, date & 31, hours, minutes, seconds);
}
