import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareBytes } from "#lib/vfs/paths.ts";

/**
 * One hash over the names and contents of files, so that any change shows, regardless of modification times (a fresh clone sets them all
 * anew).
 */
export function contentHash(folder: string, patterns: readonly string[], exclude: readonly string[] = []): string {
  const files = globSync(patterns, { cwd: folder, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash("sha256");
  for (const file of files.sort(compareBytes)) {
    const content = readFileSync(file);
    hash.update(`${file.slice(folder.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
