import { crc32 } from "node:zlib";

/** A zip archive that stores `files` (text by path) uncompressed. */
export function zipFiles(files: Readonly<Record<string, string>>): Buffer {
  const stored: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const content = Buffer.from(text);
    // The part that a file's header shares with its directory entry.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, place, name);
    stored.push(Buffer.from("PK\x03\x04", "latin1"), common, name, content);
    at += 30 + name.length + content.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...stored, ...directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}
