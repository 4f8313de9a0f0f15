import { createHash } from "node:crypto";
import { inflateSync, type ZlibOptions } from "node:zlib";
import { type Inflated, objectHash, type PackTools, type Sum } from "#lib/git/pack/pack-tools.ts";

/**
 * What reading a pack needs, as Node has it: the package carries no compiled zlib. An object that is only passed over takes the room of its
 * contents for a moment, at most `packLimits.inflatedBytes`; a server that reads many strangers' packs at once uses the one that takes none.
 */
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

function inflated(input: Uint8Array, start: number, size: number, output?: Uint8Array): Inflated {
  // Room for one byte more than expected, so that a stream that is too long is noticed. In one piece: several would be put together at last.
  const options = { info: true, maxOutputLength: size + 1, chunkSize: Math.max(64, size + 1) };
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
