import { createHash } from "node:crypto";
import { constants, deflateRawSync } from "node:zlib";
import type { RawPackEntry } from "./raw-pack.ts";

const mebibyte = 1024 * 1024;

/** A blob of this many MB of zeros, 4 KB of pack entry for each MB, made without holding it in memory. */
export function blobBomb(mebibytes: number): { readonly id: string; readonly entry: RawPackEntry } {
  const zeros = Buffer.alloc(mebibyte);
  const size = mebibytes * mebibyte;
  const hash = createHash("sha1").update(`blob ${size}\0`);
  for (let n = 0; n < mebibytes; n++) hash.update(zeros);
  const entry = { kind: "blob", content: Buffer.alloc(0), claimed: size, deflated: deflatedZeros(mebibytes) } as const;
  return { id: hash.digest("hex"), entry };
}

/** A zlib stream (RFC 1950): header, a repeated block, end, Adler-32. */
function deflatedZeros(mebibytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(mebibyte), { level: 1, finishFlush: constants.Z_FULL_FLUSH });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE((mebibytes * mebibyte) % 65_521);
  checksum.writeUInt16BE(1, 2);
  const blocks = Array.from({ length: mebibytes }, () => block);
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...blocks, deflateRawSync(Buffer.alloc(0)), checksum]);
}
