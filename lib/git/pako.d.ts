/** The parts of pako's zlib port that packs need; the package ships no types. */
declare module "pako/lib/zlib/zstream.js" {
  export default class ZStream {
    input: Uint8Array;
    next_in: number;
    avail_in: number;
    output: Uint8Array;
    next_out: number;
    avail_out: number;
  }
}

declare module "pako/lib/zlib/inflate.js" {
  import type ZStream from "pako/lib/zlib/zstream.js";

  const zlib: {
    inflateInit2(stream: ZStream, windowBits: number): number;
    inflateReset(stream: ZStream): number;
    inflate(stream: ZStream, flush: number): number;
  };
  export default zlib;
}
