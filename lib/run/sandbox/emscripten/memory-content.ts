/** The system gives memory by such pages, when they are first written to. */
const page = 4096;

/** The parts of each kept memory that are not zeros; found once, as all programs begin with the same. */
const found = new WeakMap<ArrayBufferLike, readonly (readonly [start: number, end: number])[]>();

/**
 * Copies a kept memory over a new one, which has zeros wherever the kept one has. Pages of zeros are not written, so that the system need
 * not give them: nearly half of Python's are such, above all the unused stack.
 */
export function copyContent(to: Int8Array, from: Uint8Array): void {
  const parts = found.get(from.buffer) ?? contentOf(from);
  found.set(from.buffer, parts);
  for (const [start, end] of parts) to.set(from.subarray(start, end), start);
}

function contentOf({ buffer, byteOffset, byteLength }: Uint8Array): readonly (readonly [start: number, end: number])[] {
  const words = new Uint32Array(buffer, byteOffset, byteLength / 4);
  const parts: [start: number, end: number][] = [];
  for (let at = 0; at < byteLength; at += page) {
    const end = Math.min(at + page, byteLength);
    if (isZero(words, at / 4, end / 4)) continue;
    const last = parts.at(-1);
    if (last?.[1] === at) last[1] = end;
    else parts.push([at, end]);
  }
  return parts;
}

function isZero(words: Uint32Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (words[at] !== 0) return false;
  return true;
}
