import { crc32, deflateRawSync } from "node:zlib";

/** One file of an archive. */
export interface RawZippedFile {
  readonly path: string;
  readonly text?: string;
  readonly unixMode?: number;
  readonly method?: number;
  /** A false size; absent: the content's. */
  readonly size?: number;
  readonly crc?: number;
  readonly flags?: number;
  /** Offset that the directory claims; absent: the true one. */
  readonly start?: number;
  /** Puts sizes and offset into the 64-bit extra field; a number truncates that field to this many bytes. */
  readonly long?: true | number;
}

/** False values in the 64-bit end records; absent: the true ones. */
export type End64 = Partial<Record<"count" | "start" | "at", bigint>>;

/** A zip archive, field by field, so that every field can be wrong. */
export function rawZip(files: readonly RawZippedFile[], comment = "", end64?: End64): Blob {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, text = "", unixMode = 0o100644, method = 8, flags = 0x800, long, ...claimed } of files) {
    const name = Buffer.from(path);
    const plain = Buffer.from(text);
    const content = method === 8 ? deflateRawSync(plain) : plain;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(claimed.crc ?? crc32(plain), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(claimed.size ?? plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const madeBy = Buffer.from([20, 3]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((unixMode << 16) >>> 0, 6);
    rest.writeUInt32LE(claimed.start ?? at, 10);
    const central = Buffer.from(common);
    const extra = long ? moveToLong(long, central, rest, at) : Buffer.alloc(0);
    directory.push(Buffer.from("PK\x01\x02"), madeBy, central, rest, name, extra);
    parts.push(Buffer.from("PK\x03\x04"), common, name, content);
    at += 30 + name.length + content.length;
  }
  const end = Buffer.alloc(18);
  const directorySize = Buffer.concat(directory).length;
  end.writeUInt16LE(end64 ? 0xffff : files.length, 6);
  end.writeUInt32LE(directorySize, 8);
  end.writeUInt32LE(end64 ? 0xffffffff : at, 12);
  if (end64) directory.push(...end64Records(end64, files.length, at, directorySize));
  return new Blob([...parts, ...directory, Buffer.from("PK\x05\x06"), end, Buffer.from(comment)] as BlobPart[]);
}

/** Moves sizes and offset from the entry's own fields to the 64-bit one, which it returns. */
function moveToLong(long: true | number, central: Buffer, rest: Buffer, at: number): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(long === true ? 24 : long, 2);
  extra.writeBigUInt64LE(BigInt(central.readUInt32LE(18)), 4);
  extra.writeBigUInt64LE(BigInt(central.readUInt32LE(14)), 12);
  extra.writeBigUInt64LE(BigInt(at), 20);
  central.writeUInt32LE(0xffffffff, 14);
  central.writeUInt32LE(0xffffffff, 18);
  central.writeUInt16LE(extra.length, 24);
  rest.writeUInt32LE(0xffffffff, 10);
  return extra;
}

function end64Records(claimed: End64, count: number, start: number, size: number): Buffer[] {
  const record = Buffer.alloc(56);
  record.write("PK\x06\x06");
  record.writeBigUInt64LE(claimed.count ?? BigInt(count), 32);
  record.writeBigUInt64LE(claimed.start ?? BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.write("PK\x06\x07");
  locator.writeBigUInt64LE(claimed.at ?? BigInt(start + size), 8);
  return [record, locator];
}
