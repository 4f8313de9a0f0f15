import { nextTask } from "#lib/async/slices.ts";
import type { SnapshotEntry } from "#lib/vfs/snapshot.ts";
import { damagedArchive } from "./archive-files.ts";
import type { ReadOptions } from "./folder.ts";
import { inflateAll } from "./read-zip.ts";
import { readZipDirectory } from "./zip-directory.ts";

export interface ZippedFile {
  /** As written, whatever it holds. */
  readonly path: string;
  /** Bytes, as the archive claims; more never come out. */
  readonly size: number;
}

/**
 * Every file of a zip archive exactly as it is there, none left out or moved, in the archive's order. `admit` is shown
 * all of them before any is unpacked, and throws where they are too many, too large or badly named. Throws
 * `archive-damaged` and `cancelled` besides.
 */
export async function readZipFiles(
  name: string,
  archive: Blob,
  admit: (files: readonly ZippedFile[]) => void,
  options: ReadOptions = {},
): Promise<readonly SnapshotEntry[]> {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const directory = readZipDirectory(bytes) ?? damagedArchive(name, "it is no archive, or it is cut short");
  // Thousands of entries are work enough for a task each time they are gone through.
  await nextTask();
  admit(directory);
  await nextTask();
  return inflateAll(name, bytes, directory, options);
}
