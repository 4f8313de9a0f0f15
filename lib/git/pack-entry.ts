import { damaged } from "./damaged.ts";
import { type ObjectType, toHex } from "./git-object.ts";

/** One entry's header in a pack (gitformat-pack): what follows is a zlib stream of `size` bytes. */
export type PackEntry = { readonly size: number; readonly start: number } & (
  | { readonly kind: "object"; readonly type: ObjectType }
  /** A delta against the entry that stands so many bytes before this one, or against the object with this id. */
  | { readonly kind: "delta"; readonly base: number | string }
);

/** The longest header: 10 bytes of size, then an id or an offset. */
export const maxEntryHeader = 32;

const offsetDelta = 6;
const idDelta = 7;

/** Reads the header at `at`, of which at least `maxEntryHeader` bytes (or the rest of the pack) have arrived. */
export function readPackEntry(bytes: Uint8Array, at: number): PackEntry {
  const reader = byteReader(bytes, at);
  let byte = reader.next();
  const type = (byte >> 4) & 7;
  let size = byte & 0x0f;
  for (let factor = 16; byte & 0x80; factor *= 128) {
    byte = reader.next();
    size += (byte & 0x7f) * factor;
  }
  if (type === offsetDelta) return { kind: "delta", size, base: readBaseDistance(reader), start: reader.at() };
  if (type === idDelta) return { kind: "delta", size, base: toHex(reader.take(20)), start: reader.at() };
  if (type === 0 || type === 5) throw damaged(`unknown object type ${type}`);
  return { kind: "object", size, type: type as ObjectType, start: reader.at() };
}

/** Each further byte adds one, so that no distance can be written in two ways. */
function readBaseDistance(reader: ByteReader): number {
  let byte = reader.next();
  let distance = byte & 0x7f;
  while (byte & 0x80) {
    byte = reader.next();
    distance = (distance + 1) * 128 + (byte & 0x7f);
  }
  return distance;
}

interface ByteReader {
  next(): number;
  take(count: number): Uint8Array;
  at(): number;
}

function byteReader(bytes: Uint8Array, start: number): ByteReader {
  let at = start;
  const take = (count: number) => {
    at += count;
    if (at > bytes.length || at > start + maxEntryHeader) throw damaged("the head of an object can't be read");
    return bytes.subarray(at - count, at);
  };
  return { next: () => take(1)[0] as number, take, at: () => at };
}
