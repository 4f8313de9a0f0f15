import type { ZipEntry } from "./zip-directory.ts";

const stored = 0;
const deflated = 8;
const longestStoredBlock = 0xffff;

/**
 * An entry's bytes. `undefined` when they cannot be inflated, are more or fewer than `size`, or fail the checksum. The
 * browser does the work off this thread: wrapped as a gzip file, the entry is checked for length and CRC as well. Stops
 * as soon as more comes out than was said, so that a bomb costs no more than its claim.
 */
export async function inflateChecked(
  content: Uint8Array,
  { method, size, crc32 }: Pick<ZipEntry, "method" | "size" | "crc32">,
): Promise<Uint8Array | undefined> {
  if (method !== stored && method !== deflated) return undefined;
  const gzip = new Blob([
    gzipHeader,
    ...(method === stored ? storedBlocks(content) : [content]),
    trailer(crc32, size),
  ] as BlobPart[]);
  const reader = gzip.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const bytes = new Uint8Array(size);
  let length = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      if (length + chunk.value.length > size) {
        await reader.cancel();
        return undefined;
      }
      bytes.set(chunk.value, length);
      length += chunk.value.length;
    }
  } catch (caught) {
    if (isBadData(caught)) return undefined;
    throw caught;
  }
  return length === size ? bytes : undefined;
}

/** A TypeError by the standard; Node adds its zlib's code. */
function isBadData(caught: unknown): boolean {
  return caught instanceof TypeError || (caught instanceof Error && "code" in caught);
}

/** RFC 1952: magic, deflate, no flags, no time, unknown system. */
const gzipHeader = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

function trailer(crc32: number, size: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, crc32, true);
  view.setUint32(4, size, true);
  return new Uint8Array(view.buffer);
}

/** Plain bytes as deflate writes them (RFC 1951, 3.2.4). */
function storedBlocks(content: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  let start = 0;
  do {
    const block = content.subarray(start, start + longestStoredBlock);
    start += block.length;
    const header = new DataView(new ArrayBuffer(5));
    header.setUint8(0, start === content.length ? 1 : 0);
    header.setUint16(1, block.length, true);
    header.setUint16(3, ~block.length & 0xffff, true);
    blocks.push(new Uint8Array(header.buffer), block);
  } while (start < content.length);
  return blocks;
}
