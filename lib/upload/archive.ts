import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import type { ReadUpload } from "./folder.ts";
import type { ReadOptions } from "./read-entries.ts";
import { readTar } from "./read-tar.ts";

/**
 * Reads a `.zip`, `.skill`, `.tar`, `.tar.gz` or `.tgz` archive; its bytes decide which it is, not its name. A folder
 * that contains everything is removed from the paths and gives the name; otherwise the archive's file name does. Links
 * stay links; executable bits are kept. The browser inflates off this thread, so no worker is needed.
 *
 * Throws `archive-damaged` for a file that is not an archive, is cut, encrypted, does not match its checksum or
 * contains devices, the gate's failures (`../`, absolute paths and backslashes are `name-refused`), `upload-empty`,
 * `upload-unreadable` and `cancelled`.
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
  // The library that reads zip archives is loaded at first use.
  const { readZip } = await import("./read-zip.ts");
  return readZip(name, bytes, options);
}

/** Bytes of a tar's first header, which identify it. */
const headSize = 512;

/** RFC 1952: two magic bytes, then deflate, the only method that exists. */
function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
}

/** POSIX and GNU both write `ustar` after the first header's fields. Older formats, unseen since, do not. */
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
