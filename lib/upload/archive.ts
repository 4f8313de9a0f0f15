import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import type { ReadUpload } from "./folder.ts";
import type { ReadOptions } from "./read-entries.ts";
import { readTar } from "./read-tar.ts";

/**
 * Reads a `.zip`, `.skill`, `.tar`, `.tar.gz` or `.tgz` archive; which it is, its bytes tell, not its name. A folder
 * that holds everything is left off the paths and gives the name, otherwise the archive's own does. Links stay links;
 * executable bits are kept. The browser inflates off this thread, so no worker is needed.
 *
 * Throws `archive-damaged` for what is no archive, is cut, encrypted, does not match its checksum or holds devices, the
 * gate's failures (`../`, absolute paths and backslashes are `name-refused`), `upload-empty`, `upload-unreadable` and
 * `cancelled`.
 */
export async function readArchive(name: string, archive: Blob, options: ReadOptions = {}): Promise<ReadUpload> {
  if (options.signal?.aborted) throw new FailureError({ code: "cancelled" });
  if (archive.size > mountLimits.bytes)
    throw new FailureError({ code: "too-large", limit: mountLimits.bytes, path: name });
  const head = await readBytes(name, archive.slice(0, headSize));
  if (isGzip(head)) {
    return readTar(name, archive.stream().pipeThrough(new DecompressionStream("gzip")), options);
  }
  if (isTar(head)) return readTar(name, archive.stream(), options);
  const bytes = await readBytes(name, archive);
  // The library that reads zip archives is fetched for the first one.
  const { readZip } = await import("./read-zip.ts");
  return readZip(name, bytes, options);
}

/** The offset up to which a tar's first header identifies it. */
const headSize = 512;

/** RFC 1952: two bytes of magic, then deflate, the only method there is. */
function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
}

/** POSIX and GNU alike write `ustar` behind the first header's fields. Older formats, unseen since, do not. */
function isTar(head: Uint8Array): boolean {
  return new TextDecoder().decode(head.subarray(257, 262)) === "ustar";
}

async function readBytes(name: string, archive: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await archive.arrayBuffer());
  } catch (caught) {
    if (!(caught instanceof DOMException)) throw caught;
    throw new FailureError({ code: "upload-unreadable", path: name }, { cause: caught });
  }
}
