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
  const head = { bytes, at, end: Math.min(bytes.length, at + maxEntryHeader) };
  let byte = nextByte(head);
  const type = (byte >> 4) & 7;
  let size = byte & 0x0f;
  for (let factor = 16; byte & 0x80; factor *= 128) {
    byte = nextByte(head);
    size += (byte & 0x7f) * factor;
  }
  if (type === offsetDelta) return { kind: "delta", size, base: readBaseDistance(head), start: head.at };
  if (type === idDelta) return { kind: "delta", size, base: readId(head), start: head.at };
  if (type === 0 || type === 5) throw damaged(`unknown object type ${type}`);
  return { kind: "object", size, type: type as ObjectType, start: head.at };
}

/** Where the reading of a header stands. */
interface Head {
  readonly bytes: Uint8Array;
  at: number;
  /** No header goes on from here. */
  readonly end: number;
}

function nextByte(head: Head): number {
  if (head.at >= head.end) throw unreadable();
  return head.bytes[head.at++] as number;
}

/** Each further byte adds one, so that no distance can be written in two ways. */
function readBaseDistance(head: Head): number {
  let byte = nextByte(head);
  let distance = byte & 0x7f;
  while (byte & 0x80) {
    byte = nextByte(head);
    distance = (distance + 1) * 128 + (byte & 0x7f);
  }
  return distance;
}

function readId(head: Head): string {
  const start = head.at;
  head.at += 20;
  if (head.at > head.end) throw unreadable();
  return toHex(head.bytes.subarray(start, head.at));
}

function unreadable() {
  return damaged("the head of an object can't be read");
}
