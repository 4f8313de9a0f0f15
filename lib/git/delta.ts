import { allocateContent } from "./git-object.ts";

/** Sizes that a delta states for its base and its result (gitformat-pack, "Deltified representation"). */
export interface DeltaHead {
  readonly baseSize: number;
  readonly resultSize: number;
  /** Where its instructions begin. */
  readonly start: number;
}

export function readDeltaHead(delta: Uint8Array): DeltaHead {
  const base = readSize(delta, 0);
  const result = readSize(delta, base.end);
  return { baseSize: base.size, resultSize: result.size, start: result.end };
}

/** The content that `delta` makes of `base`; `undefined` when it does not fit the base or itself. */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const head = readDeltaHead(delta);
  if (head.baseSize !== base.length) return undefined;
  const result = allocateContent(head.resultSize);
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
