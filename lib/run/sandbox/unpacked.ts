/** Decompresses gzip. */
export function unpacked(compressed: Blob): Promise<ArrayBuffer> {
  return new Response(compressed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
