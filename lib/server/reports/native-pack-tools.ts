import { createHash } from "node:crypto";
import { inflateSync, type ZlibOptions } from "node:zlib";
import { type Inflated, objectHash, type PackTools, type Sum } from "#lib/git/pack/pack-tools.ts";

/** What reading a pack needs, as Node has it. SHA-1 takes the processor's own instructions. */
export const nativePackTools: PackTools = {
  inflater: {
    into: (input, start, output) => inflated(input, start, output.length, output),
    skip: (input, start, size) => inflated(input, start, size),
  },
  hash: objectHash(startSum),
  startSum: async () => startSum(),
};

function startSum(): Sum {
  const hash = createHash("sha1");
  return { update: (bytes) => hash.update(bytes), digest: () => hash.digest("hex") };
}

/** Most bytes that are made room for at once. */
const mostAtOnce = 1 << 17;

function inflated(input: Uint8Array, start: number, size: number, output?: Uint8Array): Inflated {
  // Room for one byte more than expected, so that a stream that is too long is noticed.
  const most = size + 1;
  const options = { info: true, maxOutputLength: most, chunkSize: Math.max(64, Math.min(most, mostAtOnce)) };
  try {
    const { buffer, engine } = inflateWithEnd(input.subarray(start), options);
    if (buffer.length !== size) return { kind: "damaged" };
    output?.set(buffer);
    return { kind: "done", end: start + engine.bytesWritten };
  } catch (caught) {
    const isCut = caught instanceof Error && "code" in caught && caught.code === "Z_BUF_ERROR";
    return { kind: isCut ? "incomplete" : "damaged" };
  }
}

/** With `info` Node also tells how many bytes of the input the stream took. Its types do not say so. */
const inflateWithEnd = inflateSync as unknown as (
  input: Uint8Array,
  options: ZlibOptions,
) => { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } };
