import { damaged } from "#lib/git/transport/packet-line.ts";
import { type Contents, type ObjectType, toHex } from "./git-object.ts";

/** One entry's header in a pack (gitformat-pack), which is followed by a zlib stream of `size` bytes. */
export type PackEntry = { readonly size: number; readonly start: number } & (
  | { readonly kind: "object"; readonly type: ObjectType }
  /** A delta against the entry that begins `base` bytes before this one, or against the object with the id `base`. */
  | { readonly kind: "delta"; readonly base: number | string }
);

/** The longest header: 10 bytes of size, then an id or an offset. */
export const maxEntryHeader = 32;

const offsetDelta = 6;
const idDelta = 7;

/** Reads the header at `at`; at least `maxEntryHeader` bytes from there, or the rest of the pack, must have arrived. */
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

/** The state of reading a header. */
interface Head {
  readonly bytes: Uint8Array;
  at: number;
  /** The offset before which the header must end. */
  readonly end: number;
}

function nextByte(head: Head): number {
  if (head.at >= head.end) throw unreadable();
  return head.bytes[head.at++] as number;
}

/** Each further byte adds one, so that each distance has only one encoding. */
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

/** Sizes that a delta states for its base and its result (gitformat-pack, "Deltified representation"). */
export interface DeltaHead {
  readonly baseSize: number;
  readonly resultSize: number;
  /** The offset at which its instructions begin. */
  readonly start: number;
}

export function readDeltaHead(delta: Uint8Array): DeltaHead {
  const base = readSize(delta, 0);
  const result = readSize(delta, base.end);
  return { baseSize: base.size, resultSize: result.size, start: result.end };
}

/**
 * The content that `delta` makes from `base`, allocated in `contents`; `undefined` when it does not fit the base or
 * contradicts itself.
 */
export function applyDelta(
  base: Uint8Array,
  delta: Uint8Array,
  contents: Contents,
): Uint8Array<ArrayBuffer> | undefined {
  const head = readDeltaHead(delta);
  if (head.baseSize !== base.length) return undefined;
  const result = contents.allocate(head.resultSize);
  let written = 0;
  let at = head.start;
  while (at < delta.length) {
    const instruction = delta[at++] as number;
    let piece: Uint8Array;
    if (instruction & 0x80) {
      const copy = readCopy(delta, at, instruction);
      at = copy.end;
      piece = base.subarray(copy.offset, copy.offset + copy.size);
      if (piece.length !== copy.size) return undefined;
    } else {
      piece = delta.subarray(at, at + instruction);
      at += instruction;
      // Zero is reserved by the format.
      if (instruction === 0 || piece.length !== instruction) return undefined;
    }
    if (written + piece.length > result.length) return undefined;
    result.set(piece, written);
    written += piece.length;
  }
  return written === result.length ? result : undefined;
}

/** Only the bytes whose bits are set follow the instruction: four of the offset, three of the size. */
function readCopy(delta: Uint8Array, start: number, instruction: number) {
  let end = start;
  let offset = 0;
  let size = 0;
  for (let bit = 0; bit < 4; bit++) {
    if (instruction & (1 << bit)) offset += (delta[end++] ?? 0) * 2 ** (8 * bit);
  }
  for (let bit = 0; bit < 3; bit++) {
    if (instruction & (0x10 << bit)) size += (delta[end++] ?? 0) * 2 ** (8 * bit);
  }
  return { offset, size: size === 0 ? 0x10000 : size, end };
}

function readSize(delta: Uint8Array, start: number): { size: number; end: number } {
  let size = 0;
  let end = start;
  for (let factor = 1; end < delta.length; factor *= 128) {
    const byte = delta[end++] as number;
    size += (byte & 0x7f) * factor;
    if (byte < 0x80) break;
  }
  return { size, end };
}
