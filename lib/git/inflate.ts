import zlib from "pako/lib/zlib/inflate.js";
import ZStream from "pako/lib/zlib/zstream.js";

/** zlib's own constants (zlib.h). */
const noFlush = 0;
const finish = 4;
const ok = 0;
const streamEnd = 1;
const bufferError = -5;
const maxWindowBits = 15;

/**
 * What became of a zlib stream. A pack does not say where its streams end, so the reader must
 * (`DecompressionStream` and most libraries can't). `incomplete`: the input ended first.
 */
export type Inflated =
  | { readonly kind: "done"; readonly end: number }
  | { readonly kind: "incomplete" }
  | { readonly kind: "damaged" };

// One state for all calls: they never overlap, and making one costs more than inflating a small object.
const shared = new ZStream();
zlib.inflateInit2(shared, maxWindowBits);

/** Inflates the stream at `input[start]` into all of `output`: a result of any other length is damaged. */
export function inflateInto(input: Uint8Array, start: number, output: Uint8Array): Inflated {
  zlib.inflateReset(shared);
  shared.input = input;
  shared.next_in = start;
  shared.avail_in = input.length - start;
  shared.output = output;
  shared.next_out = 0;
  shared.avail_out = output.length;
  // `finish` promises that the output has room for everything, which spares the window.
  const status = zlib.inflate(shared, finish);
  if (status === streamEnd && shared.avail_out === 0) return { kind: "done", end: shared.next_in };
  return { kind: status === bufferError && shared.avail_in === 0 ? "incomplete" : "damaged" };
}

/** Finds the end of the stream at `input[start]` without keeping its `size` bytes. */
export function skipInflated(input: Uint8Array, start: number, size: number): Inflated {
  const stream = new ZStream();
  zlib.inflateInit2(stream, maxWindowBits);
  stream.input = input;
  stream.next_in = start;
  stream.avail_in = input.length - start;
  stream.output = new Uint8Array(64 * 1024);
  let status = ok;
  for (let seen = 0; status === ok && seen <= size; seen += stream.next_out) {
    stream.next_out = 0;
    stream.avail_out = stream.output.length;
    status = zlib.inflate(stream, noFlush);
  }
  if (status === streamEnd) return { kind: "done", end: stream.next_in };
  return { kind: stream.avail_in === 0 ? "incomplete" : "damaged" };
}
