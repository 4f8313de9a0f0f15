import { createHash } from "node:crypto";

/**
 * Whether an answer is one to give to others as well: framed as git does up to the flush packet that ends it, no error
 * told in it, and a pack in it that fits its own checksum. What is cut, spoiled on the way or framed otherwise (a pack
 * without side band, say) is no less passed on; the next reader's copy then comes from the host again.
 */
export function isWholeAnswer(bytes: Uint8Array): boolean {
  const pack: Uint8Array[] = [];
  let at = 0;
  let endsInFlush = false;
  while (at < bytes.length) {
    const length = packetLength(bytes, at);
    const data = bytes.subarray(at + 4, at + length);
    if (Number.isNaN(length) || at + length > bytes.length || tellsError(data)) return false;
    if (data[0] === packBand) pack.push(data.subarray(1));
    endsInFlush = length === 0;
    at += Math.max(length, 4);
  }
  return endsInFlush && (pack.length === 0 || isWholePack(pack));
}

/** Channels of the side band (gitprotocol-pack, "Packfile Data"). */
const packBand = 1;
const errorBand = 3;

/** 0 for a flush, 1 and 2 for the separators of version 2; not a number for what is no packet. */
function packetLength(bytes: Uint8Array, at: number): number {
  const digits = String.fromCharCode(...bytes.subarray(at, at + 4));
  const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  return length === 3 ? Number.NaN : length;
}

function tellsError(data: Uint8Array): boolean {
  return data[0] === errorBand || String.fromCharCode(...data.subarray(0, 4)) === "ERR ";
}

const checksumBytes = 20;

/** A pack ends in the SHA-1 of all that is before (gitformat-pack). */
function isWholePack(pieces: readonly Uint8Array[]): boolean {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const contents = firstBytes(pieces, length - checksumBytes);
  const hash = createHash("sha1");
  for (const piece of contents) hash.update(piece);
  const isPack = Buffer.concat(firstBytes(pieces, 4)).toString("latin1") === "PACK";
  return isPack && hash.digest().equals(Buffer.concat(pieces.slice(-checksumBytes)).subarray(-checksumBytes));
}

/** Views of the first `count` bytes: an answer may be as large as the memory left, and is not to be there twice. */
function firstBytes(pieces: readonly Uint8Array[], count: number): Uint8Array[] {
  const first: Uint8Array[] = [];
  let left = count;
  for (const piece of pieces) {
    if (left <= 0) break;
    first.push(piece.subarray(0, left));
    left -= piece.length;
  }
  return first;
}
